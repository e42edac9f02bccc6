// Runs the core in a worker, where files can be read synchronously. One question at a time: see `client.js`.
import { loadCore, askCore, RequestError } from "./core.js";
import { AddressReader, BlobReader } from "./readers.js";

let core = null;
const PROGRESS = 200;

addEventListener("message", async ({ data: { id, question, source, other, options } }) => {
  if (question === "forget") { AddressReader.kept.clear(); return; }
  try {
    core ??= await loadCore(new URL("mediaprobe.wasm", import.meta.url));
    const started = performance.now();
    const open = place => (place.address ? AddressReader.open(place.address) : new BlobReader(place.blob, place.name));
    const reader = open(source), second = other ? open(other) : null;
    if (question === "bytes") {
      const bytes = new Uint8Array(options.count), count = reader.read(options.offset, bytes);
      postMessage({ id, outcome: "complete", messages: [], blob: new Blob([bytes.subarray(0, count)]), name: reader.name, fileSize: reader.size });
      return;
    }
    let last = started;
    const whole = reader.size + (second?.size ?? 0), watch = (one, before) => {
      one.onprogress = position => {
        const now = performance.now();
        if (now - last > PROGRESS) { last = now; postMessage({ id, progress: (before + position) / whole }); }
      };
    };
    watch(reader, 0);
    if (second) watch(second, reader.size);
    const { outcome, messages, parts, memory } = askCore(core, question, reader, options, second);
    postMessage({ id, outcome, messages, blob: new Blob(parts), memory, time: performance.now() - started, loaded: reader.loaded, name: reader.name, fileSize: reader.size });
  } catch (error) {
    postMessage({ id, error: error.message, isTrap: error instanceof WebAssembly.RuntimeError || error instanceof RangeError, isRequest: error instanceof RequestError });
  }
});
