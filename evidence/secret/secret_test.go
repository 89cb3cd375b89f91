package secret_test

import (
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/evidence/secret"
)

// The credentials below are invented. Their parts are joined here so that no
// scanner takes this file for a leak.
const (
	hex40  = "0123456789abcdef0123456789abcdef01234567"
	github = "ghp" + "_0123456789abcdefghijABCDEFGHIJ012345"
	gitlab = "glpat" + "-a1B2c3D4e5F6g7H8i9J0"
	slack  = "xoxb" + "-123456789012-abcdefGHIJKL"
	stripe = "sk" + "_live_0123456789abcdefABCDEFGH"
	openai = "sk" + "-proj-a1B2c3D4e5F6g7H8i9J0k1L2"
	awsID  = "AKIA" + "IOSFODNN7EXAMPLE"
	awsKey = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
	jwt    = "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0NTY3ODkwIn0" + ".dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
	pem    = "MIIEowIBAAKCAQEA0Z3VS5JJcds3xfn"
)

func TestRedact(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"URL", "dial postgres://app:s3cr3t@db:5432/shop", "dial postgres://app:[REDACTED]@db:5432/shop"},
		{"URL without a user", "redis://:hunter22@cache:6379", "redis://:[REDACTED]@cache:6379"},
		{"URL with an @ in its password", "amqp://u:p@ss@mq", "amqp://u:[REDACTED]@mq"},
		{"URL with a slash in its password", "mysql://u:pa/ss@db/x", "mysql://u:[REDACTED]@db/x"},
		{"Go data source name", "app:s3cr3t@tcp(db:3306)/shop", "app:[REDACTED]@tcp(db:3306)/shop"},
		{"key=value data source name", "host=db user=app password=s3cr3t dbname=shop", "host=db user=app password=[REDACTED] dbname=shop"},
		{"quoted in a data source name", "password='a b c' dbname=shop", "password='[REDACTED]' dbname=shop"},
		{"connection string", "Server=db;User Id=sa;Password=P@ss1;Encrypt=true", "Server=db;User Id=sa;Password=[REDACTED];Encrypt=true"},
		{"account key", "AccountName=x;AccountKey=" + awsKey + "==;EndpointSuffix=y", "AccountName=x;AccountKey=[REDACTED];EndpointSuffix=y"},
		{"query", "GET /x?user=a&password=s3cr3t&y=1", "GET /x?user=a&password=[REDACTED]&y=1"},
		{"environment", "MYSQL_ROOT_PASSWORD=hunter22 PGPASSWORD=foo1", "MYSQL_ROOT_PASSWORD=[REDACTED] PGPASSWORD=[REDACTED]"},
		{"YAML", "  password: hunter22\n  user: a", "  password: [REDACTED]\n  user: a"},
		{"JSON", `{"password": "hunter22", "user":"a"}`, `{"password": "[REDACTED]", "user":"a"}`},
		{"JSON in JSON", `{\"apiKey\":\"hunter22\",\"x\":1}`, `{\"apiKey\":\"[REDACTED]\",\"x\":1}`},
		{"JSON with an escaped quote", `{"password":"a\"b","x":1}`, `{"password":"[REDACTED]","x":1}`},
		{"spellings of a key", "api_key=abc1 api-key=abc1 apiKey=abc1 X-API-Key: abc1", "api_key=[REDACTED] api-key=[REDACTED] apiKey=[REDACTED] X-API-Key: [REDACTED]"},
		{"token", "token: a1b2c3d4e5f6", "token: [REDACTED]"},
		{"bootstrap token", "token=abcdef.0123456789abcdef", "token=[REDACTED]"},
		{"flag", "run --password hunter22 --verbose", "run --password [REDACTED] --verbose"},
		{"flag with a sign", "run --password=hunter22 --verbose", "run --password=[REDACTED] --verbose"},
		{"Chinese", "密码：hunter2，口令: “abc-12” 令牌为 a1b2c3d4e5f6。", "密码：[REDACTED]，口令: “[REDACTED]” 令牌为 [REDACTED]。"},
		{"Chinese prose", "密码为 bcrypt 格式，密码是 null，密码：${DB_PASSWORD}，令牌: 已过期，密码错误 3 次", "密码为 bcrypt 格式，密码是 null，密码：${DB_PASSWORD}，令牌: 已过期，密码错误 3 次"},
		{"mysql", "mysqldump -h db -uroot -phunter2 shop", "mysqldump -h db -uroot -p[REDACTED] shop"},
		{"mysql, quoted", "mysql -p'a b' -e x", "mysql -p'[REDACTED]' -e x"},
		{"mysql that asks", "mysql -u root -p -P 3306; ssh -p2222 x; mysql -p$PASS", "mysql -u root -p -P 3306; ssh -p2222 x; mysql -p$PASS"},
		{"curl user", "curl -u admin:hunter22 http://x", "curl -u admin:[REDACTED] http://x"},
		{"SQL", "ALTER USER app PASSWORD 's3cr3t';", "ALTER USER app PASSWORD '[REDACTED]';"},
		{"SQL of MySQL", "CREATE USER a IDENTIFIED BY 's3cr3t'", "CREATE USER a IDENTIFIED BY '[REDACTED]'"},
		{"bearer header", "Authorization: Bearer abcdefghijkl123", "Authorization: Bearer [REDACTED]"},
		{"quoted header", `curl -H "Authorization: Bearer abcdefghijkl123" http://x`, `curl -H "Authorization: Bearer [REDACTED]" http://x`},
		{"basic header", "authorization: Basic dXNlcjpwYXNz", "authorization: Basic [REDACTED]"},
		{"header in JSON", `"Authorization":"token ` + hex40 + `"`, `"Authorization":"token [REDACTED]"`},
		{"bearer alone", "sent Bearer abcdefghijkl123 to x", "sent Bearer [REDACTED] to x"},
		{"cookie", "Cookie: session=abc; theme=dark\nHost: x", "Cookie: [REDACTED]\nHost: x"},
		{"set-cookie", "Set-Cookie: id=abc; Path=/", "Set-Cookie: [REDACTED]"},
		{"docker auth", `{"auths":{"r":{"auth":"dXNlcjpwYXNz"}}}`, `{"auths":{"r":{"auth":"[REDACTED]"}}}`},
		{"AWS", awsID + " aws_secret_access_key = " + awsKey, "[REDACTED] aws_secret_access_key = [REDACTED]"},
		{"GitHub", "push with " + github + ".", "push with [REDACTED]."},
		{"GitLab", gitlab, "[REDACTED]"},
		{"Slack", "x " + slack + " y", "x [REDACTED] y"},
		{"Slack hook", "https://hooks.slack.com/services/T00000000/B00000000/a1b2c3d4e5", "https://hooks.slack.com/services/[REDACTED]"},
		{"Stripe", stripe, "[REDACTED]"},
		{"OpenAI", openai, "[REDACTED]"},
		{"JWT", "got " + jwt + " ok", "got [REDACTED] ok"},
		{"behind an escape", `a\n` + awsID, `a\n[REDACTED]`},
		{"private key", "a\n-----BEGIN RSA PRIVATE KEY-----\n" + pem + "\n-----END RSA PRIVATE KEY-----\nb", "a\n-----BEGIN RSA PRIVATE KEY-----[REDACTED]-----END RSA PRIVATE KEY-----\nb"},
		{"private key without an end", "-----BEGIN PRIVATE KEY-----\n" + pem + "\n" + pem, "-----BEGIN PRIVATE KEY-----[REDACTED]"},
		{"environment of a container in YAML", "- name: DB_PASSWORD\n  value: hunter22\n- name: HOST\n  value: db", "- name: DB_PASSWORD\n  value: [REDACTED]\n- name: HOST\n  value: db"},
		{"environment of a container in JSON", `{"name":"API_TOKEN","value":"abc"}`, `{"name":"API_TOKEN","value":"[REDACTED]"}`},
		{
			"Secret in YAML", "apiVersion: v1\ndata:\n  user: YWRtaW4=\n  tls.crt: Zm9v\nkind: Secret\nmetadata:\n  name: db\n",
			"apiVersion: v1\ndata:\n  user: [REDACTED]\n  tls.crt: [REDACTED]\nkind: Secret\nmetadata:\n  name: db\n",
		},
		{
			"Secret in a list", "items:\n- apiVersion: v1\n  data:\n    a: YWRt\n  kind: Secret\n- apiVersion: v1\n  data:\n    a: plain\n  kind: ConfigMap\nkind: List\n",
			"items:\n- apiVersion: v1\n  data:\n    a: [REDACTED]\n  kind: Secret\n- apiVersion: v1\n  data:\n    a: plain\n  kind: ConfigMap\nkind: List\n",
		},
		{
			"Secret and ConfigMap documents", "data:\n  a: YWRt\nkind: Secret\n---\ndata:\n  a: plain\nkind: ConfigMap\n",
			"data:\n  a: [REDACTED]\nkind: Secret\n---\ndata:\n  a: plain\nkind: ConfigMap\n",
		},
		{
			"Secret in JSON of many lines", "{\n  \"data\": {\n    \"a\": \"YWRt\",\n    \"b\": \"Yg==\"\n  },\n  \"kind\": \"Secret\"\n}",
			"{\n  \"data\": {\n    \"a\": \"[REDACTED]\",\n    \"b\": \"[REDACTED]\"\n  },\n  \"kind\": \"Secret\"\n}",
		},
		{
			"Secret in an annotation", `last-applied: {"apiVersion":"v1","data":{"a":"YWRt","b":"Yg=="},"kind":"Secret","metadata":{"name":"db"}}`,
			`last-applied: {"apiVersion":"v1","data":{"a":"[REDACTED]","b":"[REDACTED]"},"kind":"Secret","metadata":{"name":"db"}}`,
		},
		{
			"Secret in an escaped annotation", `"{\"data\":{\"a\":\"YWRt\"},\"kind\":\"Secret\"}"`,
			`"{\"data\":{\"a\":\"[REDACTED]\"},\"kind\":\"Secret\"}"`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := secret.Redact(test.text)
			if got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
			if again := secret.Redact(got); again != got {
				t.Errorf("redacted again, it is\n%s", again)
			}
		})
	}
}

func TestRedactLeavesTheRest(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"password authentication failed for user \"app\"",
		"FATAL: password: authentication failed",
		"password: <set to the key 'password' in secret 'db'>  Optional: false",
		"Data\n====\nmysql-password:  9 bytes",
		"password: ${DB_PASSWORD}",
		"it sets PASSWORD=$DB_PASSWORD.",
		"password=$1 and token=$TOKEN",
		"password: ********",
		"password = null, token: none",
		"password_encryption = scram-sha-256",
		"secretName: regcred-2",
		"Error: secret \"db-credentials\" not found",
		"token: invalid",
		"max_tokens=4096 tokens: 123456 token_count=12345678",
		"automountServiceAccountToken: false",
		"tokenExpirationSeconds: 3607",
		"Mountable secrets:   default-token-x7k2p",
		"Tokens:              default-token-x7k2p",
		"secret: default-token-x7k2p",
		"sha256:" + hex40 + "0123456789abcdef01234567",
		"image: registry/app@sha256:" + hex40,
		"commit " + hex40,
		"uid: 8f14e45f-ceea-467f-a9a1-8f14e45fceea",
		"pod checkout-7d9f8c6b5-x2k4z restarted",
		"10:31:02.120 GET http://checkout:8080/health?a=b@c 200",
		"see https://example.org/a:b@c",
		"basic authentication is off; bearer tokens are refused",
		"Basic information about the node",
		"authorization: RBAC: access denied",
		"keyboard: de, monkey: 5, donkey=3",
		"sk-learn-pipeline-of-many-words-and-more",
		"-----BEGIN CERTIFICATE-----\n" + pem + "\n-----END CERTIFICATE-----",
		"docker run -u 1000:1000 app",
		"the 'password' key",
		"PWD=/root/app OLDPWD=/",
		"key: app, apikey: ",
		"private_key: /etc/tls/server.key",
		"kind: Secret\nmetadata:\n  name: db\n",
		"data:\n  a: plain\nkind: ConfigMap\nref:\n  kind: Secret\n",
		"inv-03-k7q2 and eyJust a word",
		"compare a==b, std::cookie::jar, x => y",
		"",
	} {
		if got := secret.Redact(text); got != text {
			t.Errorf("got\n%s\nwant it as it was:\n%s", got, text)
		}
	}
}

func TestEveryKnownForm(t *testing.T) {
	t.Parallel()
	body := strings.Repeat("a1B2c3D4e5", 7)
	for _, prefix := range []string{
		"AIza", "SG.", "dckr_pat_", "dop_v1_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "gldt-", "glrt-", "glptt-", "glsa_",
		"hf_", "hvs.", "lin_api_", "npm_", "pypi-", "rk_live_", "rk_test_", "sk_live_", "sk_test_", "sk-", "shpat_", "whsec_",
		"xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xapp-", "ya29.", "AGE-SECRET-KEY-1", "NRAK-",
	} {
		if got, want := secret.Redact("x "+prefix+body+" y"), "x [REDACTED] y"; got != want {
			t.Errorf("%s: got %s", prefix, got)
		}
	}
	for _, id := range []string{"AKIA", "ASIA"} {
		if got, want := secret.Redact("("+id+"IOSFODNN7EXAMPLE)"), "([REDACTED])"; got != want {
			t.Errorf("%s: got %s", id, got)
		}
	}
}

func TestHolds(t *testing.T) {
	t.Parallel()
	tests := []struct {
		key, value string
		want       bool
	}{
		{"password", "hunter22", true},
		{"dbPassword", "h", true},
		{"password", "", false},
		{"password", "<none>", false},
		{"token", "a1b2c3d4e5", true},
		{"token", "expired", false},
		{"Authorization", "Bearer abcdefghijkl123", true},
		{"cookie", "a=b", true},
		{"cookie", "none", false},
		{"name", "a1b2c3d4e5", false},
		{"", "a1b2c3d4e5", false},
		{strings.Repeat("x", 100) + "password", "a1b2c3d4e5", false},
	}
	for _, test := range tests {
		if got := secret.Holds(test.key, test.value); got != test.want {
			t.Errorf("%s: %s: got %v, want %v", test.key, test.value, got, test.want)
		}
	}
}

// TestFindIsLinear feeds what would cost a square to a careless scanner: minutes.
func TestFindIsLinear(t *testing.T) {
	t.Parallel()
	const size = 1 << 17
	for _, unit := range []string{
		"password=", "token:", "a://", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n", "eyJ", "eyJaaaaaaaaaa.", "ghp_", "@tcp(", ":", "=", "'",
		"password '", "--token ", "Bearer ", " ", "  kind: Secret\n", " data:\n  a: b\n", `"kind":"Secret"data":{"`, `data":{"a":`, "-", "\\", `"`, "Cookie: a=", "Secret\n", "u:@tcp(",
		"value:", "name password value:", "- ", "A", "://a:", "-u a",
	} {
		text := strings.Repeat(unit, size/len(unit))
		secret.Find(text)
		secret.Find("Secret\n" + text)
		secret.Find(`"kind":"Secret"` + text)
	}
}

func FuzzFind(f *testing.F) {
	f.Add("password=hunter22 token: a1b2c3d4")
	f.Add("-----BEGIN PRIVATE KEY-----\nabc")
	f.Add("data:\n  a: YWRt\nkind: Secret\n")
	f.Add(`{"data":{"a":"YWRt"},"kind":"Secret"}`)
	f.Add("Authorization: Bearer " + jwt)
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, span := range secret.Find(text) {
			if span.Start < end || span.End <= span.Start || span.End > len(text) || span.Kind == "" {
				t.Fatalf("got span %+v behind %d in a text of %d bytes", span, end, len(text))
			}
			end = span.End
		}
	})
}

func BenchmarkFind(b *testing.B) {
	line := `2026-05-06T21:39:00.123Z level=info msg="request done" method=GET path=/api/cart status=200 took=12ms trace=0123456789abcdef` + "\n"
	text := strings.Repeat(line, 400)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		secret.Find(text)
	}
}
