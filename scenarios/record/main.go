// Command record writes an incident_bundle_v1 from running services. record.sh starts and breaks those, and calls it.
//
//	record await      waits until Alertmanager lists an alert
//	record capture    asks the services and writes the bundle of one scenario
//	record fabricate  makes the bundle of a misbehaving executor from a captured one
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("want await, capture or fabricate")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	flags := flag.NewFlagSet("record "+args[0], flag.ContinueOnError)
	switch args[0] {
	case "await":
		alertmanager := flags.String("alertmanager", "", "base URL of Alertmanager")
		name := flags.String("alert", "", "alertname to wait for")
		timeout := flags.Duration("timeout", time.Minute, "give up after this long")
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(ctx, *timeout)
		defer cancel()
		return awaitAlert(ctx, *alertmanager, *name)
	case "capture":
		c := capture{logs: map[string]string{}}
		flags.StringVar(&c.scenario, "scenario", "", "name of the scenario")
		flags.StringVar(&c.out, "out", "", "folder of the bundle; what is there is kept or replaced")
		flags.StringVar(&c.prometheus, "prometheus", "", "base URL of Prometheus")
		flags.StringVar(&c.alertmanager, "alertmanager", "", "base URL of Alertmanager")
		flags.StringVar(&c.dsn, "dsn", "", "postgres:// URL of a superuser, for the recorded queries")
		flags.TextVar(&c.from, "from", time.Time{}, "start of the recording, RFC 3339; its end is now")
		flags.Func("log", "service=file, for each log", c.addLog)
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		return c.run(ctx)
	case "fabricate":
		bundle := flags.String("bundle", "", "folder of a captured bundle")
		out := flags.String("out", "", "folder of the new one")
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		return fabricate(*bundle, *out)
	default:
		return fmt.Errorf("%q: want await, capture or fabricate", args[0])
	}
}

func (c *capture) addLog(value string) error {
	service, file, ok := strings.Cut(value, "=")
	if !ok {
		return fmt.Errorf("%q: want service=file", value)
	}
	c.logs[service] = file
	return nil
}
