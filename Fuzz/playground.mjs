#!/usr/bin/env node
// Damages files and asks the playground's module about them: playground.mjs PACKAGE FOLDER [--copies N] [--seed N] [--keep FOLDER]
//
// PACKAGE is .build/web/package, which Web/build makes. Each copy is a random file of FOLDER below 400 kB, changed in a few places, and is
// given to four of the questions. What must not happen: a trap, more than 128 MiB, more than ten seconds. Int has 32 bits here, so that a size
// that fits on other machines may trap. Files that make it happen are kept and named. The same seed tries the same files.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { copies: { type: "string", default: "500" }, seed: { type: "string", default: "1" }, keep: { type: "string", default: "fuzz-findings" } },
});
const [folder, corpus] = positionals;
const { RequestError, askCore, loadCore } = await import(resolve(folder, "core.js"));
const { BytesReader } = await import(resolve(folder, "readers.js"));
const module = await loadCore(readFileSync(join(folder, "mediaprobe.wasm")));

const QUESTIONS = [
  ["report"], ["report", { other: true }], ["info"], ["check"], ["explain", { place: "100" }],
  ["explain", { place: "moov" }], ["explain", { place: "time 0.1s" }], ["explain", { place: "sample 0:1" }], ["frames"], ["frames", { fps: 25 }],
  ["gop"], ["nalu"], ["trace"], ["packets"], ["packets", { "by-track": true, "edit-list": true }], ["mp4"], ["mp4", { full: true }], ["flv"],
  ["flv", { details: true }], ["aac"], ["tree"], ["decoding"], ["remux", { fps: 25 }], ["remux", { to: "flv", fps: 25 }], ["remux", { to: "h264" }],
  ["remux", { to: "hevc" }], ["remux", { to: "aac" }], ["remux", { layout: "faststart", fps: 25 }], ["remux", { layout: "fragmented", fps: 25 }],
  ["cut", { from: "0.1", until: "0.7", fps: 25 }], ["retag", { type: "avc1" }], ["retag", { type: "hev1" }], ["fix", { fps: 25 }],
];
const NUMBERS = [0xFFFFFFFF, 0, 0x7FFFFFFF, 0x80000000];
const MAX_MEMORY = 128 << 20, MAX_SECONDS = 10;

// xorshift32
let state = Number(values.seed) * 2654435761 >>> 0 || 1;
const random = () => { state ^= state << 13; state >>>= 0; state ^= state >>> 17; state ^= state << 5; state >>>= 0; return state / 2 ** 32; };
const below = count => Math.floor(random() * count);
const choice = list => list[below(list.length)];

function damaged(original) {
  let data = Buffer.from(original);
  const isInHead = random() < 0.6;
  for (let left = choice([1, 2, 4, 16, 64]); left > 0 && data.length > 0; left--) {
    const at = below(isInHead ? Math.min(data.length, choice([64, 512, 4096])) : data.length), kind = random();
    if (kind < 0.4) data[at] ^= 1 << below(8);
    else if (kind < 0.6) data[at] = choice([0, 1, 127, 128, 255]);
    else if (kind < 0.75) { if (at + 4 <= data.length) data.writeUInt32BE(choice(NUMBERS), at); }
    else if (kind < 0.85) data = Buffer.concat([data.subarray(0, at), data.subarray(at + 1 + below(19))]);
    else data = Buffer.concat([data.subarray(0, at), data.subarray(at, at + 1 + below(39)), data.subarray(at)]);
  }
  return random() < 0.2 ? data.subarray(0, below(data.length) + 1) : data;
}

function files(path) {
  return readdirSync(path, { withFileTypes: true }).flatMap(entry => {
    const name = join(path, entry.name);
    if (entry.isDirectory()) return files(name);
    const size = entry.isFile() ? statSync(name).size : 0;
    return size > 0 && size < 400_000 ? [name] : [];
  }).sort();
}

const paths = files(corpus);
let bad = 0, asked = 0, peak = 0;
for (let copy = 0; copy < Number(values.copies); copy++) {
  const path = choice(paths), original = readFileSync(path), bytes = new Uint8Array(damaged(original));
  for (let left = 4; left > 0; left--) {
    const [question, options = {}] = choice(QUESTIONS), started = performance.now();
    const other = options.other ? new BytesReader(new Uint8Array(original), "other") : null;
    let fault = null;
    try {
      const answer = askCore(module, question, new BytesReader(bytes, path), { ...options, other: undefined }, other);
      peak = Math.max(peak, answer.memory);
      if (answer.memory > MAX_MEMORY) fault = `${answer.memory >> 20} MiB`;
    } catch (error) {
      if (!(error instanceof RequestError)) fault = `${error}`;
    }
    const seconds = (performance.now() - started) / 1000;
    if (seconds > MAX_SECONDS) fault = `${fault ?? ""} ${seconds.toFixed(1)} s`;
    asked++;
    if (!fault) continue;
    bad++;
    mkdirSync(values.keep, { recursive: true });
    const kept = join(values.keep, `playground-${values.seed}-${copy}`);
    writeFileSync(kept, bytes);
    console.log(`${question} ${JSON.stringify(options)} ${kept}: ${fault} (${path})`);
  }
}
console.log(`${values.copies} copies, ${asked} questions, ${bad} bad; at most ${peak >> 20} MiB`);
process.exitCode = bad ? 1 : 0;
