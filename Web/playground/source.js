// A file that is there: the facts of a report, bytes from the file itself, explanations from the core.
import { ReportSource } from "../source.js";

export class FileSource extends ReportSource {
  /** `client`: a `CoreClient`; `place`: {blob, name} or {address}, the file at `position` in the facts. */
  constructor(facts, client, place, position = 0) {
    super(facts, position);
    Object.assign(this, { client, place });
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
  async layers(offset) {
    const answer = await this.client.ask("explain", this.place, { place: offset });
    if (!answer.blob.size) throw new Error(answer.messages.join("\n") || "nothing is known of this byte");
    return (await answer.json()).layers;
  }
}
