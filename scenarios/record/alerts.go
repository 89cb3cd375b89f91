package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// alert is what record reads of an alert of Alertmanager's v2 API.
type alert struct {
	Labels map[string]string `json:"labels"`
}

// getAlerts returns the alerts that Alertmanager holds, as they came and decoded.
func getAlerts(ctx context.Context, base string) (json.RawMessage, []alert, error) {
	raw, err := get(ctx, base+"/api/v2/alerts")
	if err != nil {
		return nil, nil, err
	}
	var alerts []alert
	if err := json.Unmarshal(raw, &alerts); err != nil {
		return nil, nil, fmt.Errorf("read alerts: %w", err)
	}
	return raw, alerts, nil
}

// awaitAlert returns when Alertmanager lists the alert, or when ctx ends.
func awaitAlert(ctx context.Context, base, name string) error {
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	for {
		_, alerts, err := getAlerts(ctx, base)
		if err != nil {
			return fmt.Errorf("await alert %s: %w", name, err)
		}
		for _, alert := range alerts {
			if alert.Labels["alertname"] == name {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("await alert %s: %w", name, ctx.Err())
		case <-ticks.C:
		}
	}
}

// get returns the body of a successful answer.
func get(ctx context.Context, url string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, 8<<20))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", url, err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s: %.200s", url, response.Status, body)
	}
	return body, nil
}
