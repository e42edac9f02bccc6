// Questions about media files, answered by the core of mediaprobe: in browsers in a worker, which reads a Blob in windows; in node on its
// bytes.
import { askCore, loadCore } from "./core.js";
import { BlobReader, BytesReader } from "./readers.js";
import { CoreClient, CoreTrap, documents } from "./client.js";

export { CoreTrap };

const wasm = new URL("mediaprobe.wasm", import.meta.url);
let core = null, client = null;

async function module() {
  if (!core) core = loadCore(wasm.protocol === "file:" ? await (await import("node:fs/promises")).readFile(wasm) : wasm);
  return core;
}

/** Asks a question; `options` as in the types. */
export async function ask(question, blob, { name = blob.name ?? "file", other, ...options } = {}) {
  if (typeof Worker === "function" && typeof FileReaderSync === "undefined") {
    client ??= new CoreClient();
    return client.ask(question, { blob, name }, { ...options, other: other && { blob: other, name: other.name ?? "other" } });
  }
  const open = async (file, called) => (typeof FileReaderSync === "undefined" ? new BytesReader(new Uint8Array(await file.arrayBuffer()), called) : new BlobReader(file, called));
  const reader = await open(blob, name), second = other ? await open(other, other.name ?? "other") : null;
  let answer;
  try { answer = askCore(await module(), question, reader, options, second); } catch (error) {
    throw error instanceof WebAssembly.RuntimeError ? new CoreTrap(`${name}: the core ended unexpectedly (${question}: ${error.message})`) : error;
  }
  const { parts, ...rest } = answer, whole = new Blob(parts);
  return { ...rest, blob: whole, text: () => whole.text(), json: async () => documents(await whole.text()) };
}

const isDone = ({ outcome }) => outcome === "complete" || outcome === "findings";

/** An answer; throws what is said where there is none. A question may allow one without bytes, if nothing hindered it. */
async function answered(question, blob, options, allowsNothing = false) {
  const answer = await ask(question, blob, options);
  if (!answer.blob.size && !(allowsNothing && isDone(answer))) throw new Error(answer.messages.join("\n") || `${question}: ${answer.outcome}`);
  return answer;
}

async function document(question, blob, options) { return (await answered(question, blob, options)).json(); }

export const inspect = (blob, options) => document("report", blob, options);
export const compare = (blob, other, options) => document("report", blob, { ...options, other });
export const info = (blob, options) => document("info", blob, options);
export const frames = (blob, options) => document("frames", blob, options);
export const packets = (blob, options) => document("packets", blob, options);
export const check = (blob, options) => document("check", blob, options);
export const tree = (blob, options) => document("tree", blob, options);
export const explain = (blob, place, options) => document("explain", blob, { ...options, place });

/** An element of a stream after another, as `trace --format jsonl` prints them. */
export async function trace(blob, options) {
  const text = await (await answered("trace", blob, options, true)).text();
  return text.split("\n").filter(Boolean).map(line => JSON.parse(line));
}

/** The samples in another container or layout, as a Blob. */
export async function remux(blob, options) {
  const answer = await ask("remux", blob, options);
  if (!isDone(answer)) throw new Error(answer.messages.join("\n"));
  return answer.blob;
}
