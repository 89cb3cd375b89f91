// Package bundle serves a saved incident, incident_bundle_v1, through the tool port.
//
// A bundle is a folder, a .tar.gz or a .zip; the project's notes on the format
// say what its parts hold. All of it is read, bounded and checked when it is
// opened, nothing in it is executed, and nothing outside of it is touched. Its
// tools have the names of the live ones, so that one executor works on both:
//
//	recorded calls   under their names, found by tool and canonical arguments
//	alerts.json      alerts_list
//	metrics/         metrics_list, metrics_query
//	logs/            logs_list, logs_search, logs_errors, logs_recent
//	kubernetes/      kubernetes_get, kubernetes_describe, kubernetes_yaml, kubernetes_events, and the logs tools
//	docs/            documents_list, document_get
//
// Where a recording and a part answer to one name, the recording wins. What was
// not saved answers not_recorded: nobody looked, so it is neither "not found"
// nor empty. A part that is not there has no tools.
package bundle

import (
	"io/fs"

	"github.com/superbizagent/superbizagent/tool"
)

// Bundle is an opened bundle. It does not change, and may be used by many goroutines.
type Bundle struct {
	// Incident is what incident.json says.
	Incident Incident

	files      *files
	recordings recordings
	alerts     *alerts
	metrics    *metrics
	logs       *logs
	cluster    *cluster
	documents  []document
}

// Open reads the bundle at path: a folder, or a .tar.gz or .zip told by its
// first bytes. The zero Limits are the defaults. What is wrong with a bundle is
// told by an *Error.
func Open(path string, limits Limits) (*Bundle, error) {
	files, err := openPath(path, limits.withDefaults())
	if err != nil {
		return nil, inBundle(path, err)
	}
	bundle, err := read(files)
	if err != nil {
		return nil, inBundle(path, err)
	}
	return bundle, nil
}

// OpenFS reads a bundle whose incident.json is at the root of a file system.
func OpenFS(fsys fs.FS, limits Limits) (*Bundle, error) {
	files := newFiles(limits.withDefaults())
	if err := files.walk(fsys); err != nil {
		return nil, inBundle("", err)
	}
	bundle, err := read(files)
	if err != nil {
		return nil, inBundle("", err)
	}
	return bundle, nil
}

// read makes a bundle of its files.
func read(files *files) (*Bundle, error) {
	files.stripFolder()
	bundle := &Bundle{files: files}
	steps := []func() error{
		bundle.readIncident, bundle.readRecordings, bundle.readAlerts, bundle.readMetrics,
		bundle.readCluster, bundle.readLogs, bundle.readDocuments, bundle.checkHandedOver,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return bundle, nil
}

// Tools returns the tools of what the bundle holds, sorted by name.
func (b *Bundle) Tools() []tool.Tool {
	var derived []tool.Tool
	derived = append(derived, b.alertTools()...)
	derived = append(derived, b.metricTools()...)
	derived = append(derived, b.logTools()...)
	derived = append(derived, b.clusterTools()...)
	derived = append(derived, b.documentTools()...)
	return b.withRecordings(derived)
}

// ToolSource is the tool_source of the rows of a bundle's tools.
const ToolSource = "bundle"
