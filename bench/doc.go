// Package bench measures the gate beside its peers, in one program and on the same
// bytes: the floor, which is encoding/json on the document; the schema and reference
// rules as an OPA policy; and the JSON Schema of the output alone. It is a module of
// its own, so that the product does not carry the peers.
package bench
