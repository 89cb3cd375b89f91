package main

import (
	"context"
	"fmt"
	"time"

	"github.com/superbizagent/superbizagent/bench"
	"github.com/superbizagent/superbizagent/bench/session"
)

// documents prints what a whole trace costs.
func documents(effort bench.Effort) error {
	fmt.Println("| trace | calls | claims | `encoding/json` into `any` | into `DiagnosisTrace` | `trace.Decode` | decode + whole catalogue | beside `any` | beside `DiagnosisTrace` | allocated |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, shape := range session.Sizes() {
		data := session.Generate(shape)
		costs, err := bench.Measure(bench.Documents(data), effort)
		if err != nil {
			return fmt.Errorf("%s: %w", shape.Name, err)
		}
		floor, typed, decoding, whole := costs[0], costs[1], costs[2], costs[3]
		fmt.Printf("| %s | %d | %d | %s | %s | %s | %s | %s | %s | %d kB |\n", shape.Name, shape.Calls, shape.Claims,
			millis(floor.CPU), millis(typed.CPU), millis(decoding.CPU), millis(whole.CPU),
			ratio(whole.CPU, floor.CPU), ratio(whole.CPU, typed.CPU), whole.Bytes/1000)
	}
	fmt.Println()
	return nil
}

// outputs prints what the schema and reference rules cost, which begin with the text
// of the output, and what the peers do: with decoding the text as they need it, and
// with all of that done beforehand.
func outputs(ctx context.Context, effort bench.Effort) error {
	fmt.Println("| trace | schema + reference rules | OPA, with decoding | beside ours | OPA, converted input | beside ours | jsonschema, with decoding | beside ours | jsonschema, decoded output | beside ours | ajv, with decoding | ajv, decoded output |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, shape := range session.Sizes() {
		data := session.Generate(shape)
		subjects, err := bench.Outputs(ctx, data, schemaFile)
		if err != nil {
			return err
		}
		costs, err := bench.Measure(subjects, effort)
		if err != nil {
			return fmt.Errorf("%s: %w", shape.Name, err)
		}
		ajv, ajvAll := measureAjv(ctx, data)
		took := make(map[string]time.Duration)
		for i, subject := range subjects {
			took[subject.Name] = costs[i].CPU
		}
		ours := took[bench.TwoRules]
		fmt.Printf("| %s | %s |", shape.Name, millis(ours))
		for _, peer := range []string{bench.OPAAll, bench.OPAParsed, bench.JSONSchemaAll, bench.JSONSchema} {
			fmt.Printf(" %s | %.1f |", millis(took[peer]), float64(took[peer])/float64(ours))
		}
		fmt.Printf(" %s | %s |\n", ajvAll, ajv)
	}
	fmt.Println()
	return nil
}

// duration reads microseconds as a script prints them.
func duration(micros float64) time.Duration { return time.Duration(micros * float64(time.Microsecond)) }
