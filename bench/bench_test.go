package bench_test

import (
	"testing"

	"github.com/superbizagent/superbizagent/bench"
	"github.com/superbizagent/superbizagent/bench/session"
)

const schemaFile = "../docs/schemas/executor_evidence_v2.schema.json"

// BenchmarkDocuments measures what begins with the bytes of a trace.
func BenchmarkDocuments(b *testing.B) {
	for _, shape := range session.Sizes() {
		data := session.Generate(shape)
		for _, subject := range bench.Documents(data) {
			b.Run(shape.Name+"/"+subject.Name, func(b *testing.B) { measure(b, subject, len(data)) })
		}
	}
}

// BenchmarkOutputs measures what begins with a decoded trace, and checks what the
// executor handed over.
func BenchmarkOutputs(b *testing.B) {
	for _, shape := range session.Sizes() {
		subjects, err := bench.Outputs(b.Context(), session.Generate(shape), schemaFile)
		if err != nil {
			b.Fatal(err)
		}
		for _, subject := range subjects {
			b.Run(shape.Name+"/"+subject.Name, func(b *testing.B) { measure(b, subject, 0) })
		}
	}
}

func measure(b *testing.B, subject bench.Subject, size int) {
	b.Helper()
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		if err := subject.Run(); err != nil {
			b.Fatal(err)
		}
	}
}
