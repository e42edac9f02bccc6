// The core of mediaprobe as a WebAssembly module: a question about a file that a reader reads, and its answer.

/** How a question ended, from best to worst; see `ProbeOutcome`. */
export const outcomes = ["complete", "findings", "malformed", "unusable", "failed"];

/** The compiled module at an address, from bytes, or as it is. */
export async function loadCore(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  return WebAssembly.compile(await loadBytes(source));
}

/**
 * The bytes of the module at an address, from the packed file beside it where there is one: many servers of static files do not pack what
 * they send. A server that names the packing in its header has the browser unpack it.
 */
async function loadBytes(address) {
  const names = typeof DecompressionStream === "function" ? [`${address}.gz`, address] : [address];
  for (const name of names) {
    const answer = await fetch(name);
    if (!answer.ok) continue;
    const bytes = await answer.arrayBuffer(), magic = new DataView(bytes).getUint32(0);
    if (magic === 0x0061736d) return bytes;
    if (magic >>> 16 === 0x1f8b) return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }
  throw new Error(`${address}: there is no module; run Web/build`);
}

/** A request that does not fit the file. */
export class RequestError extends Error {}

/**
 * Asks a question about the file of `reader` (see `readers.js`), in a new instance of the module, whose memory ends with the answer.
 * `options` are names and values as in `Request.swift`; `other` is the reader of a file to compare with. Returns the outcome, the messages, the parts of the answer, and the memory that the
 * instance had at its end, in bytes. Throws a `WebAssembly.RuntimeError` if the core traps.
 */
export function askCore(module, question, reader, options = {}, other = null) {
  const output = new CoreOutput(reader), messages = [], decoder = new TextDecoder();
  let failure = null, instance = null;
  const view = (place, count) => new Uint8Array(instance.exports.memory.buffer, place, count);
  const attempt = body => { try { return body(); } catch (error) { failure ??= error; return -1; } };
  const host = {
    read: (offset, count, place) => attempt(() => reader.read(offset, view(place, count))),
    other: (offset, count, place) => attempt(() => other.read(offset, view(place, count))),
    write: (place, count) => output.append(view(place, count)),
    message: (place, count) => { messages.push(decoder.decode(view(place, count))); },
    replace: (offset, place, count) => attempt(() => output.replace(offset, view(place, count))),
    copy: (offset, count) => attempt(() => output.copy(offset, count)),
    reread: (offset, count, place) => attempt(() => output.read(offset, view(place, count))),
  };
  instance = new WebAssembly.Instance(module, { host });
  const words = [question, reader.name, ...Object.entries(other ? { ...options, other: other.name, "other-size": other.size } : options).filter(([, value]) => value !== undefined && value !== null && value !== false)
    .map(([key, value]) => `${key}=${value === true ? 1 : value}`)];
  const request = new TextEncoder().encode(words.map(word => word.replaceAll("\0", "")).join("\0"));
  if (question === "trap") instance.exports.trap();
  const place = instance.exports.reserve(request.length);
  view(place, request.length).set(request);
  const status = instance.exports.ask(place, request.length, reader.size);
  if (failure && status !== 0) messages.push(`${reader.name}: ${failure.message}`);
  if (status < 0) throw new RequestError(messages.pop() ?? "the request does not fit the file");
  return { outcome: outcomes[status], messages, parts: output.parts(), size: output.size, memory: instance.exports.memory.buffer.byteLength };
}

// Bytes of an answer in memory before they become a Blob, which a browser keeps elsewhere.
const HELD = 16 << 20;
const PIECE = 1 << 18;

/** What the core writes: bytes, and ranges of the file that are copied without being read. */
class CoreOutput {
  constructor(reader) { Object.assign(this, { reader, entries: [], size: 0, held: 0, packed: 0 }); }

  append(bytes) {
    let done = 0;
    while (done < bytes.length) {
      let last = this.entries.at(-1);
      if (!last?.bytes || last.size === last.bytes.length) {
        last = { start: this.size, size: 0, bytes: new Uint8Array(Math.max(Math.min(PIECE, last?.bytes ? PIECE : 1024), Math.min(bytes.length - done, PIECE))) };
        this.entries.push(last);
        this.held += last.bytes.length;
      }
      const part = bytes.subarray(done, done + last.bytes.length - last.size);
      last.bytes.set(part, last.size);
      last.size += part.length;
      this.size += part.length;
      done += part.length;
    }
    if (this.held > HELD && this.reader.slice) this.pack();
  }

  /** Appends a range of the file. */
  copy(offset, count) {
    if (offset + count > this.reader.size) return -1;
    const last = this.entries.at(-1);
    if (last?.offset !== undefined && last.offset + last.size === offset) last.size += count;
    else this.entries.push({ start: this.size, size: count, offset });
    this.size += count;
    return 0;
  }

  /** Entries of bytes become Blobs, but for the first, which have what is replaced at the end, and the last, which grows. */
  pack() {
    for (let i = Math.max(4, this.packed); i < this.entries.length - 1; i++) {
      const entry = this.entries[i];
      if (!entry.bytes) continue;
      entry.blob = new Blob([entry.bytes.subarray(0, entry.size)]);
      entry.bytes = undefined;
    }
    this.packed = Math.max(this.packed, this.entries.length - 1);
    this.held = this.entries.reduce((sum, entry) => sum + (entry.bytes?.length ?? 0), 0);
  }

  find(offset) {
    let low = 0, high = this.entries.length;
    while (low < high) { const middle = (low + high) >> 1; if (this.entries[middle].start <= offset) low = middle + 1; else high = middle; }
    return low - 1;
  }

  replace(offset, bytes) {
    if (offset + bytes.length > this.size) return -1;
    for (let i = this.find(offset), done = 0; done < bytes.length; i++) {
      const entry = this.entries[i], at = offset + done - entry.start, part = bytes.subarray(done, done + entry.size - at);
      if (entry.blob) {
        entry.bytes = new Uint8Array(new FileReaderSync().readAsArrayBuffer(entry.blob));
        entry.blob = undefined;
      }
      if (!entry.bytes) return -1;
      entry.bytes.set(part, at);
      done += part.length;
    }
    return 0;
  }

  read(offset, target) {
    let done = 0;
    for (let i = this.find(offset); i < this.entries.length && done < target.length; i++) {
      const entry = this.entries[i], at = offset + done - entry.start, count = Math.min(entry.size - at, target.length - done);
      const part = target.subarray(done, done + count);
      if (entry.bytes) part.set(entry.bytes.subarray(at, at + count));
      else if (entry.blob) part.set(new Uint8Array(new FileReaderSync().readAsArrayBuffer(entry.blob.slice(at, at + count))));
      else if (this.reader.read(entry.offset + at, part) !== count) return -1;
      done += count;
    }
    return done;
  }

  /** Blobs and arrays of bytes, in order. */
  parts() {
    return this.entries.map(entry => {
      if (entry.bytes) return entry.bytes.subarray(0, entry.size);
      if (entry.blob) return entry.blob;
      if (this.reader.slice) return this.reader.slice(entry.offset, entry.size);
      const bytes = new Uint8Array(entry.size);
      this.reader.read(entry.offset, bytes);
      return bytes;
    });
  }
}
