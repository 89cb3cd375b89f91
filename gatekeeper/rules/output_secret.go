package rules

import (
	_ "embed"
	"fmt"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/secret"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed output_secret.md
var outputSecretPage string

var outputSecret = &gatekeeper.Rule{
	ID:              "output.secret",
	Description:     "no credential in any text of the output",
	Doc:             outputSecretPage,
	DefaultSeverity: superbiz.SeverityReject,
	Reads:           gatekeeper.Everything,
	Run:             runOutputSecret,
}

func runOutputSecret(p *gatekeeper.Pass) error {
	rest := []string{p.Text()}
	if doc := p.Parsed.Document; doc != nil {
		reportSecrets(p, doc)
		rest = doc.Around(p.Text())
	}
	if p.Differs { // what cannot be read as one document is looked at as text
		rest = append(rest, string(p.Attempt.StructuredOutput))
	}
	for _, text := range rest {
		if found := secret.Find(text); len(found) > 0 {
			p.Report(superbiz.Finding{Message: holds(found[0].Kind)})
			break
		}
	}
	return nil
}

// maxSecrets is how many values with a credential are told one by one.
const maxSecrets = 50

// reportSecrets reports the values of a document that hold a credential, in document
// order.
func reportSecrets(p *gatekeeper.Pass, doc *evidence.Document) {
	inText := secretsInText(doc)
	count := 0
	for i := range doc.Len() {
		kind, ok := secretIn(doc.At(i))
		if !ok {
			kind, ok = inText[i]
		}
		if !ok {
			continue
		}
		if count++; count <= maxSecrets {
			p.Report(aboutSecret(doc.At(i), kind))
		}
	}
	if more := count - maxSecrets; more > 0 {
		p.Report(superbiz.Finding{Message: fmt.Sprintf("%d more values hold credentials", more)})
	}
}

// secretsInText finds credentials that are told by more than one value, such as a
// name beside a value, by the position of the value that holds them. One with escapes
// in it is looked at unescaped only, by itself.
func secretsInText(doc *evidence.Document) map[int]secret.Kind {
	found := make(map[int]secret.Kind)
	for _, span := range secret.Find(doc.Raw()) {
		if n := doc.NodeAt(span.Start); n.Kind() == evidence.KindString && !strings.Contains(n.Raw(), `\`) {
			found[n.ID()] = span.Kind
		}
	}
	return found
}

// secretIn reports whether a value holds a credential, or is one by its key or by the
// path that it is said to stand at.
func secretIn(n evidence.Node) (secret.Kind, bool) {
	if found := secret.Find(n.Key()); len(found) > 0 {
		return found[0].Kind, true
	}
	if n.Kind() != evidence.KindString {
		return "", false
	}
	text := n.Text()
	if found := secret.Find(text); len(found) > 0 {
		return found[0].Kind, true
	}
	if secret.Holds(n.Key(), text) || secret.Holds(citedKey(n), text) {
		return secret.Password, true
	}
	return "", false
}

// citedKey returns the key that an excerpt, or the value of an assertion, stands
// under in the output that it is taken from.
func citedKey(n evidence.Node) string {
	if n.Key() != "value" && n.Key() != "excerpt" {
		return ""
	}
	path, err := evidence.ParsePath(n.Parent().Member("raw_path").Text())
	if err != nil || path.IsRoot() {
		return ""
	}
	return path.Steps()[len(path.Steps())-1].Name
}

// aboutSecret is the finding on a value. No id and no name of a field that holds a
// credential itself is repeated.
func aboutSecret(n evidence.Node, kind secret.Kind) superbiz.Finding {
	f := superbiz.Finding{Message: holds(kind)}
	f.ClaimID, f.HypothesisID, f.ActionID = n.Owner()
	for _, id := range []*string{&f.ClaimID, &f.HypothesisID, &f.ActionID} {
		if len(secret.Find(*id)) > 0 {
			*id = ""
		}
	}
	f.Target = n.Target()
	for n.Parent().Valid() && len(secret.Find(f.Target)) > 0 {
		n = n.Parent()
		f.Target = n.Target()
	}
	return f
}

func holds(kind secret.Kind) string {
	what := strings.ReplaceAll(string(kind), "_", " ")
	switch kind {
	case secret.Header:
		what = "credential of an HTTP header"
	case secret.URL:
		what = "password of a URL"
	case secret.Manifest:
		what = "value of a Kubernetes Secret"
	}
	return "holds a " + what + ", which is not repeated here: leave it out, and have it changed where it is in use"
}
