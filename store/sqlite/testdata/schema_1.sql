-- A database of schema 1, never to be written again: see TestOldRowsLoad.
BEGIN TRANSACTION;
CREATE TABLE attempts (
    run_id            TEXT NOT NULL REFERENCES runs (run_id),
    seq               INTEGER NOT NULL,
    parse_status      TEXT NOT NULL,
    structured_output TEXT,
    gatekeeper_result TEXT,
    raw_output        BYTEA,
    PRIMARY KEY (run_id, seq)
);
INSERT INTO "attempts" VALUES('r-3',1,'invalid',NULL,'{"status":"fail","severity":"reject","checked_bindings":0,"failed_rules":["schema.executor_v2"],"warnings":[],"errors":[{"rule_id":"schema.executor_v2","severity":"reject","target":"","message":"there is no JSON object"}],"rule_set_version":"gatekeeper-rules-v1","rules":[{"id":"schema.executor_v2","description":"the output is executor_evidence_v2","default_severity":"reject","severity":"reject","enabled":true,"params":{},"outcome":"fail"}]}',X'49207468696E6B20697420697320746869733A207B00FF');
INSERT INTO "attempts" VALUES('r-3',2,'valid','{"answer_version":"executor_evidence_v2","claims":[{"claim_id":"c1","claim_type":"observation","text":"Container checkout restarted 14 times.","evidence_bindings":[{"source_invocation_ids":["inv-01-k7q2"],"tool_name":"kubernetes_describe","raw_path":"$.containers[0].restart_count"}]}],"hypotheses":[],"recommended_actions":[],"missing_info":[]}','{"status":"pass","severity":"none","checked_bindings":1,"failed_rules":[],"warnings":[],"errors":[],"rule_set_version":"gatekeeper-rules-v1","rules":[{"id":"schema.executor_v2","description":"the output is executor_evidence_v2","default_severity":"reject","severity":"reject","enabled":true,"params":{},"outcome":"pass"}]}',X'7B22616E737765725F76657273696F6E223A226578656375746F725F65766964656E63655F7632222C22636C61696D73223A5B7B22636C61696D5F6964223A226331222C22636C61696D5F74797065223A226F62736572766174696F6E222C2274657874223A22436F6E7461696E657220636865636B6F7574207265737461727465642031342074696D65732E222C2265766964656E63655F62696E64696E6773223A5B7B22736F757263655F696E766F636174696F6E5F696473223A5B22696E762D30312D6B377132225D2C22746F6F6C5F6E616D65223A226B756265726E657465735F6465736372696265222C227261775F70617468223A22242E636F6E7461696E6572735B305D2E726573746172745F636F756E74227D5D7D5D2C226879706F746865736573223A5B5D2C227265636F6D6D656E6465645F616374696F6E73223A5B5D2C226D697373696E675F696E666F223A5B5D7D');
CREATE TABLE evaluations (
    message_id      TEXT NOT NULL PRIMARY KEY REFERENCES messages (message_id),
    run_id          TEXT NOT NULL UNIQUE REFERENCES runs (run_id),
    verdict         TEXT NOT NULL,
    self_evaluation TEXT NOT NULL,
    composer        TEXT NOT NULL
);
INSERT INTO "evaluations" VALUES('m-4','r-3','PASS','{"verdict":"PASS","parse_status":"valid","attempts":2,"gatekeeper_result":{"status":"pass","severity":"none","checked_bindings":1,"failed_rules":[],"warnings":[],"errors":[],"rule_set_version":"gatekeeper-rules-v1","rules":[{"id":"schema.executor_v2","description":"the output is executor_evidence_v2","default_severity":"reject","severity":"reject","enabled":true,"params":{},"outcome":"pass"}]},"verifier":{"status":"completed","mode":"deterministic","claim_checks":[{"claim_id":"c1","label":"supported","reason":"every value stands in the cited text","invocation_ids":["inv-01-k7q2"]}]},"composer":{"status":"valid","withheld_claims":0},"redacted":true}','{"status":"valid","answer":"容器 checkout 重启了 14 次。[1]","citations":[{"mark":"[1]","claim_id":"c1","invocation_ids":["inv-01-k7q2"],"raw_paths":["$.containers[0].restart_count"]}],"withheld_claims":0}');
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO "goose_db_version" VALUES(1,0,1,'2026-07-01 10:31:00');
INSERT INTO "goose_db_version" VALUES(2,1,1,'2026-07-01 10:31:00');
CREATE TABLE messages (
    message_id TEXT NOT NULL PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (session_id),
    seq        INTEGER NOT NULL,
    role       TEXT NOT NULL,
    text       TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (session_id, seq),
    UNIQUE (session_id, message_id)
);
INSERT INTO "messages" VALUES('m-2','s-1',1,'user','为什么 checkout 重启？','2026-07-01T10:31:05.120000000Z');
INSERT INTO "messages" VALUES('m-4','s-1',2,'assistant','容器 checkout 重启了 14 次。[1]','2026-07-01T10:31:18.620000000Z');
INSERT INTO "messages" VALUES('m-5','s-1',3,'user','And the database?','2026-07-01T10:31:20.120000000Z');
CREATE TABLE runs (
    run_id         TEXT NOT NULL PRIMARY KEY,
    session_id     TEXT NOT NULL,
    message_id     TEXT NOT NULL,
    seq            INTEGER NOT NULL,
    status         TEXT NOT NULL,
    run_mode       TEXT NOT NULL,
    question       TEXT NOT NULL,
    plan           TEXT,
    executor_kind  TEXT NOT NULL,
    model          TEXT NOT NULL,
    prompt_version TEXT NOT NULL,
    usage          TEXT,
    failure        TEXT NOT NULL,
    owner          TEXT NOT NULL, -- the process that it is, or was last, running in
    lease_until    TEXT NOT NULL, -- until when it counts as alive where that process cannot be looked up
    created_at     TEXT NOT NULL,
    started_at     TEXT,
    ended_at       TEXT,
    UNIQUE (session_id, seq),
    FOREIGN KEY (session_id, message_id) REFERENCES messages (session_id, message_id)
);
INSERT INTO "runs" VALUES('r-3','s-1','m-2',1,'completed','bundle','{"text":"为什么 checkout 重启？","alert":{"labels":{"alertname":"CheckoutDown"}},"scope":{"namespace":"shop"},"window":{"from":"2026-07-01T09:31:05.12Z","to":"2026-07-01T10:31:05.12Z"}}','{"steps":[{"tool_name":"kubernetes_describe","arguments":{"kind":"Pod","name":"checkout-7d9f","namespace":"shop"},"purpose":"its state"}],"budget":{"tool_calls":20}}','model','a-model','executor-1','{"tool_calls":2,"model_calls":2,"prompt_tokens":1200,"completion_tokens":300,"cost":0.0125,"wall_millis":9000}','','host="recorder"','2026-07-01T10:32:15.620000000Z','2026-07-01T10:31:06.620000000Z','2026-07-01T10:31:06.620000000Z','2026-07-01T10:31:17.120000000Z');
INSERT INTO "runs" VALUES('r-6','s-1','m-5',2,'running','live','{"text":"And the database?"}',NULL,'analyst','','',NULL,'','host="recorder"','2026-07-01T10:32:24.620000000Z','2026-07-01T10:31:21.620000000Z','2026-07-01T10:31:21.620000000Z',NULL);
INSERT INTO "runs" VALUES('r-7','s-1','m-5',3,'cancelled','live','{"text":"And the database?"}',NULL,'analyst','','',NULL,'the user asked again','','','2026-07-01T10:31:26.120000000Z',NULL,'2026-07-01T10:31:27.620000000Z');
CREATE TABLE sessions (
    session_id TEXT NOT NULL PRIMARY KEY,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
);
INSERT INTO "sessions" VALUES('s-1','2026-07-01T10:31:03.620000000Z','2026-07-01T10:31:20.120000000Z');
CREATE TABLE tool_invocations (
    trace_run_id      TEXT NOT NULL REFERENCES runs (run_id),
    invocation_id     TEXT NOT NULL,
    session_id        TEXT NOT NULL,
    run_id            TEXT NOT NULL,
    seq               INTEGER NOT NULL,
    tool_name         TEXT NOT NULL,
    tool_source       TEXT NOT NULL,
    arguments         TEXT,
    status            TEXT NOT NULL,
    result_kind       TEXT NOT NULL,
    data_mode         TEXT NOT NULL,
    source_class      TEXT NOT NULL,
    started_at        TEXT,
    ended_at          TEXT,
    attempt_count     INTEGER NOT NULL,
    error             TEXT,
    output_sha256     TEXT NOT NULL,
    truncated         BOOLEAN NOT NULL,
    retrieval_details TEXT NOT NULL,
    output            TEXT, -- last: it may be large
    PRIMARY KEY (trace_run_id, invocation_id)
);
INSERT INTO "tool_invocations" VALUES('r-3','inv-01-k7q2','s-1','r-3',1,'kubernetes_describe','bundle','{"kind":"Pod","name":"checkout-7d9f","namespace":"shop"}','succeeded','data','bundle','observed','2026-07-01T10:31:08.120000000Z','2026-07-01T10:31:09.762857142Z',1,NULL,'30a1fde863cbfff8dd0fe6f66f86687196a9f2abdf39a57536ef67343caa5d5d',0,'{"evidence_refs":["$.containers[0]"],"window":{"from":"2026-07-01T09:31:05.12Z","to":"2026-07-01T10:31:05.12Z"},"scope":{"namespace":"shop"},"total":1,"returned":1}','{"containers": [{"name": "checkout", "restart_count": 14, "last_state": {"reason": "OOMKilled"}}], "resource_version": 9007199254740993}');
INSERT INTO "tool_invocations" VALUES('r-3','inv-02-m4x9','s-1','r-3',2,'logs_errors','bundle','{}','failed','error','bundle','observed','2026-07-01T10:31:09.620000000Z','2026-07-01T10:31:11.121000000Z',1,'not_recorded: this call is not in the bundle','',0,'{"evidence_refs":[]}',NULL);
INSERT INTO "tool_invocations" VALUES('r-3','inv-03-zz9z','s-elsewhere','r-elsewhere',3,'kubernetes_describe','bundle','{"kind":"Pod","name":"checkout-7d9f","namespace":"shop"}','succeeded','data','bundle','observed','2026-07-01T10:31:08.120000000Z','2026-07-01T10:31:09.762857142Z',1,NULL,'30a1fde863cbfff8dd0fe6f66f86687196a9f2abdf39a57536ef67343caa5d5d',0,'{"evidence_refs":["$.containers[0]"],"window":{"from":"2026-07-01T09:31:05.12Z","to":"2026-07-01T10:31:05.12Z"},"scope":{"namespace":"shop"},"total":1,"returned":1}','{"containers": [{"name": "checkout", "restart_count": 14, "last_state": {"reason": "OOMKilled"}}], "resource_version": 9007199254740993}');
INSERT INTO "tool_invocations" VALUES('r-6','inv-04-c2d3','s-1','r-6',4,'logs_errors','','{}','running','','','',NULL,NULL,0,NULL,'',0,'{"evidence_refs":null}',NULL);
CREATE INDEX sessions_by_time ON sessions (created_at, session_id);
CREATE INDEX runs_running ON runs (owner) WHERE status = 'running';
CREATE INDEX tool_invocations_in_order ON tool_invocations (trace_run_id, seq, invocation_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('goose_db_version',2);
COMMIT;
