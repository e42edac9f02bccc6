// Asks the core in a worker. A worker in which the core traps is replaced, so that one file cannot end the page.

/** The core trapped: a fault of the program, which the next question does not meet. */
export class CoreTrap extends Error {}

/** The document of a text, or an array of the documents on its lines, which are the answer to a question about a stream. */
export function documents(text) {
  try { return JSON.parse(text); } catch { return text.split("\n").filter(line => line).map(line => JSON.parse(line)); }
}

/** An answer: `outcome`, `messages`, and `blob`, whose text is what the command prints. */
class CoreAnswer {
  constructor(fields) { Object.assign(this, fields); }
  text() { return this.blob.text(); }
  async json() { return documents(await this.text()); }

  /** A report. Its chunks of samples, nearly all of the text, are parsed one by one as they come, so that the text is never held whole. */
  async facts() {
    const mark = '"chunks":[', lists = [];
    let [outside, rest, list] = ["", "", null];
    for (const reader = this.blob.stream().pipeThrough(new TextDecoderStream()).getReader();;) {
      const { value, done } = await reader.read();
      if (done) break;
      rest += value;
      for (let found = true; found;) {
        const at = list && rest[0] === "]" ? 0 : rest.indexOf(list ? "}" : mark);
        found = at >= 0;
        if (list && rest[0] === "]") list = null;
        else if (found && list) {
          list.push(JSON.parse(rest.slice(rest[0] === "," ? 1 : 0, at + 1)));
          rest = rest.slice(at + 1);
        } else if (found) {
          outside += rest.slice(0, at + mark.length);
          rest = rest.slice(at + mark.length);
          lists.push(list = []);
        }
      }
      if (!list) {
        const kept = Math.max(0, rest.length - mark.length);
        outside += rest.slice(0, kept);
        rest = rest.slice(kept);
      }
    }
    const facts = JSON.parse(outside + rest);
    if (lists.length !== facts.files.length) return this.json();
    facts.files.forEach((file, i) => { file.chunks = lists[i]; });
    return facts;
  }
}

export class CoreClient {
  /** `address`: the worker. */
  constructor(address = new URL("worker.js", import.meta.url)) {
    Object.assign(this, { address, worker: null, waiting: [], current: null, number: 0, restarts: 0 });
  }

  /**
   * `source`: {blob, name} or {address}. `options` may have `progress`, a function of the part that was read, from 0 to 1, and `other`, the source
   * that a report compares.
   */
  ask(question, source, { progress, other, ...options } = {}) {
    return new Promise((done, fail) => {
      this.waiting.push({ id: ++this.number, question, source, other, options, progress, done, fail });
      this.next();
    });
  }

  next() {
    if (this.current || !this.waiting.length) return;
    this.current = this.waiting.shift();
    if (!this.worker) {
      this.worker = new Worker(this.address, { type: "module" });
      this.worker.addEventListener("message", ({ data }) => this.take(data));
      // The worker itself ended, as when memory ran out.
      this.worker.addEventListener("error", event => { event.preventDefault(); this.take({ id: this.current?.id, error: event.message || "the worker cannot be started", isTrap: true }); });
    }
    const { id, question, source, other, options } = this.current;
    this.worker.postMessage({ id, question, source, other, options });
  }

  take(data) {
    const { current } = this;
    if (!current || data.id !== current.id) return;
    if (data.progress !== undefined) { current.progress?.(data.progress); return; }
    this.current = null;
    if (data.isTrap) this.restart();
    if (data.error === undefined) current.done(new CoreAnswer(data));
    else {
      const name = current.source.name ?? current.source.address;
      current.fail(data.isTrap ? new CoreTrap(`${name}: the core ended unexpectedly (${current.question}: ${data.error}); it was started again`) : new Error(data.error));
    }
    this.next();
  }

  /** Has addresses read anew. */
  forget() { this.worker?.postMessage({ question: "forget" }); }

  restart() {
    this.worker?.terminate();
    this.worker = null;
    this.restarts++;
  }

  /** Ends what is running, and forgets what waits. */
  stop() {
    const ended = [this.current, ...this.waiting].filter(Boolean);
    this.current = null;
    this.waiting = [];
    if (ended.length) this.restart();
    for (const { fail } of ended) fail(new Error("stopped"));
  }
}
