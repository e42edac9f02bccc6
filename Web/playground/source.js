// A file that is there: the facts of a report, bytes from the file itself, explanations from the core.
import { ReportSource } from "../source.js";

export class FileSource extends ReportSource {
  static explained = new WeakMap();

  /** `client`: a `CoreClient`; `place`: {blob, name} or {address}, the file at `position` in the facts. */
  constructor(facts, client, place, position = 0) {
    super(facts, position);
    Object.assign(this, { client, place });
    if (!FileSource.explained.has(place)) FileSource.explained.set(place, new Map());
    /** Answers to `layers` by offset; they outlast the page of a file that is still being read. */
    this.asked = FileSource.explained.get(place);
  }

  ranges() { return this.file.size ? [[0, this.file.size]] : []; }

  async bytes(offset, length) {
    const blob = await this.range(offset, length);
    const found = new Uint8Array(await blob.arrayBuffer());
    return found.length === length ? found : null;
  }

  /** A Blob of a part of the file. */
  async range(offset, length) {
    if (this.place.blob) return this.place.blob.slice(offset, offset + length);
    return (await this.client.ask("bytes", this.place, { offset, count: length })).blob;
  }

  /** What owns a byte, as `explain` says it. */
  layers(offset) {
    if (!this.asked.has(offset)) {
      const found = this.explainByte(offset);
      this.asked.set(offset, found);
      found.catch(() => this.asked.delete(offset));
    }
    return this.asked.get(offset);
  }

  async explainByte(offset) {
    const answer = await this.client.ask("explain", this.place, { place: offset });
    if (!answer.blob.size) throw new Error(answer.messages.join("; ") || "nothing is known of this byte");
    return (await answer.json()).layers;
  }
}
