package openai

// Endpoint is one service that speaks the protocol, and what it makes of it.
type Endpoint struct {
	Name    string // as configuration spells it
	BaseURL string // up to and without /chat/completions
	KeyEnv  string // the environment variable that holds the key; "" where none is needed
	Quirks  Quirks
}

// Quirks says where an endpoint differs from the others. The zero value asks for the
// least: what every endpoint understands.
type Quirks struct {
	Format          Format // how it can be held to JSON
	Choice          Choice // how it can be made to call a tool
	MaxTokens       string // the field for the length of a reply: max_tokens ("" too) or max_completion_tokens
	ParallelCalls   bool   // it must be told that several calls in one reply are welcome
	StreamUsage     bool   // it counts tokens in a stream only when asked
	WholeReply      bool   // do not stream: it streams badly, or not with tools
	ReturnReasoning bool   // it wants what it thought back while calls are open
	NoTools         bool   // it knows no tools
}

// Format is how an endpoint can be held to JSON.
type Format string

// The formats.
const (
	FormatNone   Format = ""            // not at all
	FormatObject Format = "json_object" // to some JSON object
	FormatSchema Format = "json_schema" // to a JSON Schema
)

// Choice is how an endpoint can be made to call a tool.
type Choice string

// The choices.
const (
	ChoiceAuto     Choice = ""         // not at all
	ChoiceRequired Choice = "required" // to call any: the one that is wanted is then the only one it is told of
	ChoiceNamed    Choice = "named"    // to call a certain one
)

// Endpoints returns the services whose quirks are known. Any other is configured
// field by field.
func Endpoints() []Endpoint {
	return []Endpoint{
		{
			Name: "openai", BaseURL: "https://api.openai.com/v1", KeyEnv: "OPENAI_API_KEY",
			Quirks: Quirks{Format: FormatSchema, Choice: ChoiceNamed, MaxTokens: "max_completion_tokens", ParallelCalls: true, StreamUsage: true},
		},
		{
			Name: "dashscope", BaseURL: "https://dashscope.aliyuncs.com/compatible-mode/v1", KeyEnv: "DASHSCOPE_API_KEY",
			Quirks: Quirks{Format: FormatObject, Choice: ChoiceNamed, ParallelCalls: true, StreamUsage: true},
		},
		{
			Name: "deepseek", BaseURL: "https://api.deepseek.com", KeyEnv: "DEEPSEEK_API_KEY",
			Quirks: Quirks{Format: FormatObject, Choice: ChoiceNamed, StreamUsage: true, ReturnReasoning: true},
		},
		{
			Name: "vllm", BaseURL: "http://localhost:8000/v1",
			Quirks: Quirks{Format: FormatSchema, Choice: ChoiceNamed, StreamUsage: true},
		},
		{
			Name: "ollama", BaseURL: "http://localhost:11434/v1",
			Quirks: Quirks{Format: FormatSchema, StreamUsage: true},
		},
	}
}

// LookupEndpoint returns the known endpoint with that name.
func LookupEndpoint(name string) (Endpoint, bool) {
	for _, endpoint := range Endpoints() {
		if endpoint.Name == name {
			return endpoint, true
		}
	}
	return Endpoint{}, false
}
