package session_test

import (
	"bytes"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/bench/session"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/trace"
)

// TestGenerate holds traces to their size, and shows that the gate has to read them
// to the end: every claim is true.
func TestGenerate(t *testing.T) {
	t.Parallel()
	for _, shape := range session.Sizes() {
		t.Run(shape.Name, func(t *testing.T) {
			t.Parallel()
			data := session.Generate(shape)
			if off := len(data) - shape.Bytes; off > shape.Bytes/10 || off < -shape.Bytes/10 {
				t.Errorf("got %d bytes, want about %d", len(data), shape.Bytes)
			}
			if !bytes.Equal(data, session.Generate(shape)) {
				t.Error("two traces of one shape differ")
			}
			decoded, err := trace.Decode(data, trace.Options{})
			if err != nil {
				t.Fatal(err)
			}
			result := gatekeeper.New(rules.Catalogue()).Validate(gatekeeper.InputOf(decoded))
			if result.Status == superbiz.GateFail || result.CheckedBindings != shape.Claims {
				t.Errorf("got status %s, %d bindings checked, want %d: %v", result.Status, result.CheckedBindings, shape.Claims, result.Errors)
			}
		})
	}
}
