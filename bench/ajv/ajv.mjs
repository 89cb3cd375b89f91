// Validates executor outputs with ajv.
//
//   node ajv.mjs check SCHEMA    prints true or false for each line of standard input
//   node ajv.mjs measure SCHEMA  reads one output a line and prints, for each, the
//                                microseconds of CPU that validating it takes, decoded
//                                and with decoding
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";

const [mode, schema] = process.argv.slice(2);
const validate = new Ajv({ strict: false, unicodeRegExp: true }).compile(JSON.parse(readFileSync(schema, "utf8")));
const outputs = readFileSync(0, "utf8").split("\n").filter(Boolean);

function measure(run) {
  const rounds = [];
  for (let round = 0; round < 7; round++) {
    const start = process.cpuUsage();
    let runs = 0;
    let taken = 0;
    do {
      for (let i = 0; i < 20; i++, runs++) run();
      const { user, system } = process.cpuUsage(start);
      taken = user + system;
    } while (taken < 100_000);
    rounds.push(taken / runs);
  }
  return rounds.sort((a, b) => a - b)[3];
}

for (const text of outputs) {
  const output = JSON.parse(text);
  if (mode === "check") {
    console.log(validate(output));
    continue;
  }
  if (!validate(output)) throw new Error("ajv refused the output: " + JSON.stringify(validate.errors));
  console.log(measure(() => validate(output)).toFixed(2), measure(() => validate(JSON.parse(text))).toFixed(2));
}
