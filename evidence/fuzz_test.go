package evidence_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/boundtest"
	"github.com/superbizagent/superbizagent/evidence"
)

// decoding bounds what is read of a document or an executor's text.
var decoding = boundtest.Bound{Base: 1 << 20, PerByte: 256}

// FuzzDecode holds Decode to what it promises of every text: what it accepts, the
// standard library accepts too, every value stands where its path says, and the
// values together are the text.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{}`, `[1, {"a": null}]`, sound, `{"a": 1, "a": 2}`, `"\ud83d\ude00"`, `[[[[`, `{"b\u0061": [-0.0e+1, true]}`, "\"\xff\"", ` 1 2`, `{"":{"":[]}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var doc *evidence.Document
		var err error
		decoding.Hold(t, len(text), func() { doc, err = evidence.Decode(text, 64) })
		if err != nil {
			if len(err.Error()) > 1000 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		if !json.Valid(text) {
			t.Fatal("accepted what the standard library refuses")
		}
		for i := range doc.Len() {
			n := doc.At(i)
			if got := n.Path().Resolve(doc.Root()); got != n {
				t.Fatalf("%s resolves to value %d, want %d", n.Path(), got.ID(), i)
			}
			if n.End() <= i || n.End() > doc.Len() {
				t.Fatalf("value %d ends at %d of %d", i, n.End(), doc.Len())
			}
		}
		got, want := jsontext.Value(rebuilt(nil, doc.Root())), jsontext.Value(bytes.Clone(text))
		if err := errors.Join(got.Canonicalize(), want.Canonicalize()); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("the values make %s, not %s: %v", got, want, err)
		}
	})
}

// rebuilt writes a value from its parts.
func rebuilt(dst []byte, n evidence.Node) []byte {
	if n.Kind() != evidence.KindArray && n.Kind() != evidence.KindObject {
		return append(dst, n.Raw()...)
	}
	dst = append(dst, n.Raw()[0])
	for kid := range n.Children() {
		if kid.Ordinal() > 0 {
			dst = append(dst, ',')
		}
		if n.Kind() == evidence.KindObject {
			dst, _ = jsontext.AppendQuote(dst, kid.Key())
			dst = append(dst, ':')
		}
		dst = rebuilt(dst, kid)
	}
	return append(dst, n.Raw()[len(n.Raw())-1])
}

// FuzzParse holds Parse to one object, or to a reason of bounded length.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, sound, "```json\n{\"a\": 1}\n```", "~~~\n{\"a\": 1}", `text {"a": 1} text`, `{"a": 1} {"b": 2}`, "````\n```\n{}\n```\n````", `{{{"`, "\ufeff{}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var got evidence.Parsed
		decoding.Hold(t, len(text), func() { got = evidence.Parse(text) })
		switch got.Status {
		case superbiz.ParseValid, superbiz.ParseExtracted:
			if got.Document.Root().Kind() != evidence.KindObject || got.Reason != "" || !strings.Contains(text, got.Document.Raw()) {
				t.Fatalf("%s: got %q", got.Status, got.Document.Raw())
			}
			if again := evidence.Parse(got.Document.Raw()); again.Status != superbiz.ParseValid {
				t.Fatalf("the object that was found is %s by itself: %s", again.Status, again.Reason)
			}
		case superbiz.ParseInvalid, superbiz.ParseEmpty:
			if got.Document != nil || got.Reason == "" || len(got.Reason) > 1000 {
				t.Fatalf("%s: got a document, or a reason of %d bytes", got.Status, len(got.Reason))
			}
		default:
			t.Fatalf("got status %q", got.Status)
		}
	})
}

// FuzzParsePath holds paths to their spelling: what is parsed comes back.
func FuzzParsePath(f *testing.F) {
	for _, seed := range []string{`$`, `$.a[0]['b']`, `$["\u0061\\"]`, `$ [ 1 ] .x`, `$.a[1:2]`, `$['it\'s']`, `$.no_evidence`, "$['\x00']", `$..a`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := evidence.ParseRefs([]string{text, text}); err != nil && len(err.Error()) > 1000 {
			t.Fatalf("an error of %d bytes", len(err.Error()))
		}
		p, err := evidence.ParsePath(text)
		if err != nil || len(p.String()) > evidence.MaxPathBytes {
			return
		}
		again, err := evidence.ParsePath(p.String())
		if err != nil || !again.Equal(p) {
			t.Fatalf("%q is spelt %q, which is another path: %v", text, p, err)
		}
	})
}

// FuzzReadOutput holds the reader to sound claims, and faults that can be shown.
func FuzzReadOutput(f *testing.F) {
	f.Add([]byte(sound))
	f.Add([]byte(`{"claims": [null, {}, {"claim_id": ""}], "hypotheses": {}, "x": 1}`))
	f.Add([]byte(`{"answer_version": "executor_evidence_v2", "claims": [], "hypotheses": [], "recommended_actions": [], "missing_info": []}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		parsed := evidence.ParseDocument(text)
		if parsed.Document == nil {
			return
		}
		var out evidence.Output
		var faults []evidence.Fault
		decoding.Hold(t, len(text), func() { out, faults = evidence.ReadOutput(parsed.Document) })
		for _, fault := range faults {
			if fault.Message == "" || len(fault.Message)+len(fault.Target) > 2000 || !utf8.ValidString(fault.Target+fault.Message+fault.ClaimID) {
				t.Fatalf("fault %+v cannot be shown", fault)
			}
		}
		ids := map[string]bool{}
		for _, c := range out.Claims {
			if c.ClaimID == "" || ids[c.ClaimID] || strings.TrimSpace(c.Text) == "" || len(c.EvidenceBindings) == 0 {
				t.Fatalf("claim %+v is called well formed", c)
			}
			ids[c.ClaimID] = true
		}
		if len(faults) == 0 && !decodesAlike(text, len(out.Claims)) {
			t.Fatal("called sound, and the standard library reads something else")
		}
	})
}

// decodesAlike reads a sound output by another reader.
func decodesAlike(text []byte, claims int) bool {
	var output superbiz.ExecutorOutput
	return json.Unmarshal(text, &output) == nil && output.AnswerVersion == superbiz.AnswerVersion && len(output.Claims) == claims &&
		len(output.Claims)+len(output.MissingInfo) > 0
}
