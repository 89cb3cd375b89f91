package gatemcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/report"
)

// MaxMessageBytes bounds one message of a client, and with it a trace.
const MaxMessageBytes = 64 << 20

const instructions = `Judges whether each statement of an incident diagnosis is borne out by the tool calls that were recorded for it.
Call gate_trace with a diagnosis_trace_v1 before you answer. A finding says which claim is wrong, where, and what is nearest to it in the
evidence. Correct the claim or leave it out; never change an id or a quote until it fits. explain_rule tells how to fix a finding.`

// Config is what a server needs; all of it is required.
type Config struct {
	Catalogue *gatekeeper.Catalogue
	Version   string // of the program
}

// Server serves the gate. It is safe for concurrent use.
type Server struct {
	mcp       *mcp.Server
	gate      *gatekeeper.Gate
	catalogue *gatekeeper.Catalogue
	slots     chan struct{} // one for each trace that is judged at a time: it may be large
}

// New returns a server.
func New(c Config) (*Server, error) {
	if c.Catalogue == nil || c.Version == "" {
		return nil, errors.New("a server of the gate needs a catalogue and a version")
	}
	s := &Server{
		mcp: mcp.NewServer(
			&mcp.Implementation{Name: "superbiz", Title: "SuperBizAgent gate", Version: c.Version},
			&mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{}},
		),
		gate:      gatekeeper.New(c.Catalogue),
		catalogue: c.Catalogue,
		slots:     make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
	s.mcp.AddTool(gateTool(), s.gateTrace)
	s.mcp.AddTool(explainTool(), s.explainRule)
	s.mcp.AddTool(listTool(), s.listRules)
	return s, nil
}

// Serve answers one client until it closes in, or ctx ends.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	err := s.mcp.Run(ctx, &mcp.IOTransport{
		Reader:        io.NopCloser(in),
		Writer:        nopCloser{out},
		MaxLineLength: MaxMessageBytes,
	})
	if err != nil {
		return fmt.Errorf("serve the gate over MCP: %w", err)
	}
	return nil
}

// nopCloser leaves the closing of standard output to the process.
type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// answer is a result that a person and a program can read.
func answer(text string, structured any) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, StructuredContent: structured}
}

// refuse is a result that tells the calling model what to do otherwise.
func refuse(format string, args ...any) *mcp.CallToolResult {
	r := answer(fmt.Sprintf(format, args...), nil)
	r.IsError = true
	return r
}

func (s *Server) listRules(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	c := report.NewCatalogue(s.catalogue)
	var text strings.Builder
	fmt.Fprintln(&text, c.Version)
	for _, r := range c.Rules {
		fmt.Fprintf(&text, "%s (%s): %s\n", r.ID, r.Severity, r.Description)
	}
	return answer(text.String(), c), nil
}
