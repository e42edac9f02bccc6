// Readers: `name`, `size`, `read(offset, target)`, which fills `target` as far as the file goes and returns the number of bytes, and `slice`,
// a Blob of a range, where a reader can make one without reading.

/** Bytes in memory. */
export class BytesReader {
  constructor(bytes, name = "file") { Object.assign(this, { bytes, name, size: bytes.length }); }

  read(offset, target) {
    const part = this.bytes.subarray(Math.min(offset, this.size), Math.min(offset + target.length, this.size));
    target.set(part);
    return part.length;
  }
}

const WINDOWS = 6, HELD = 1 << 25;

/**
 * Reads in windows of `least` to `most` bytes, which grow while a file is read in order: each read takes time of its own. Several are kept:
 * tracks are read side by side.
 */
class WindowedReader {
  constructor(name, size, least, most) { Object.assign(this, { name, size, least, most, windows: [], loaded: 0, onprogress: null }); }

  read(offset, target) {
    let done = 0;
    while (done < target.length && offset + done < this.size) {
      const at = offset + done, left = Math.min(target.length - done, this.size - at);
      let found = this.windows.findIndex(({ start, bytes }) => at >= start && at < start + bytes.length);
      if (found < 0) {
        // The window that ends here, or not far before, goes on, larger: samples of a track have those of others between them.
        const before = this.windows.findIndex(({ start, bytes }) => at >= start + bytes.length && at - start - bytes.length <= Math.max(bytes.length, 2 * this.least));
        const length = before < 0 ? this.least : Math.min(this.most, this.windows[before].bytes.length * 2);
        if (before >= 0) this.windows.splice(before, 1);
        const count = Math.min(Math.max(length, Math.min(left, this.most)), this.size - at), bytes = this.load(at, count);
        if (!bytes.length) return done;
        this.loaded += bytes.length;
        this.onprogress?.(at + bytes.length);
        while (this.windows.length === WINDOWS || this.windows.length && this.windows.reduce((sum, window) => sum + window.bytes.length, bytes.length) > HELD) this.windows.pop();
        this.windows.unshift({ start: at, bytes });
        found = 0;
      } else if (found > 0) {
        const [used] = this.windows.splice(found, 1);
        this.windows.unshift(used);
      }
      const { start, bytes } = this.windows[0], part = bytes.subarray(at - start, at - start + left);
      target.set(part, done);
      done += part.length;
    }
    return done;
  }
}

/** A file or Blob, read synchronously; in workers only. */
export class BlobReader extends WindowedReader {
  constructor(blob, name = blob.name ?? "file") {
    super(name, blob.size, 1 << 16, 1 << 23);
    Object.assign(this, { blob, files: new FileReaderSync() });
  }

  load(offset, count) { return new Uint8Array(this.files.readAsArrayBuffer(this.blob.slice(offset, offset + count))); }
  slice(offset, count) { return this.blob.slice(offset, offset + count); }
}

/** A file at an address of a server that answers requests of ranges, and whose answers this page may read (CORS); in workers only. */
export class AddressReader extends WindowedReader {
  /** The readers of the last addresses: a page shows at most two files. One that fails is not kept. */
  static kept = new Map();

  /** A reader of an address, the one of the question before if there is one. */
  static open(address) {
    const { kept } = AddressReader, reader = kept.get(address) ?? AddressReader.start(address);
    kept.delete(address);
    kept.set(address, reader);
    if (kept.size > 2) kept.delete(kept.keys().next().value);
    return reader;
  }

  static start(address) {
    const last = new URL(address).pathname.split("/").pop();
    let name = last || address;
    // A percent sign that begins no code stays.
    try { name = decodeURIComponent(last) || address; } catch { /* It is not decoded. */ }
    const first = AddressReader.request(address, 0, 1 << 18);
    // The whole file: a browser keeps a large Blob elsewhere than in memory.
    if (first.status === 200) return new BlobReader(new Blob([first.bytes]), name);
    let size = Number(/\/(\d+)$/.exec(first.range ?? "")?.[1]);
    if (!size) {
      // A server that does not let pages read Content-Range lets them read Content-Length.
      const head = new XMLHttpRequest();
      head.open("HEAD", address, false);
      head.send();
      size = Number(head.getResponseHeader("Content-Length"));
    }
    if (!size) throw new Error(`${address}: the server does not say how long the file is`);
    const reader = new AddressReader(address, name, size);
    reader.windows.unshift({ start: 0, bytes: first.bytes });
    return reader;
  }

  static request(address, offset, count) {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.responseType = "arraybuffer";
    request.setRequestHeader("Range", `bytes=${offset}-${offset + count - 1}`);
    try { request.send(); } catch { throw new Error(`${address}: no answer, or the server does not let this page read it (CORS)`); }
    if (request.status !== 206 && request.status !== 200) throw new Error(`${address}: the server answers ${request.status}`);
    return { status: request.status, range: request.getResponseHeader("Content-Range"), bytes: new Uint8Array(request.response) };
  }

  constructor(address, name, size) {
    super(name, size, 1 << 18, 1 << 20);
    this.address = address;
  }

  load(offset, count) {
    const { kept } = AddressReader, isKept = kept.delete(this.address);
    const { status, bytes } = AddressReader.request(this.address, offset, count);
    if (status !== 206) throw new Error(`${this.address}: the server no longer answers requests of ranges`);
    if (isKept) kept.set(this.address, this);
    return bytes;
  }
}
