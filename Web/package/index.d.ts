/** How a question ended, from best to worst. What could be read is in the answer, except after `unusable`. */
export type Outcome = "complete" | "findings" | "malformed" | "unusable" | "failed";

export type Question =
  | "report" | "info" | "check" | "explain" | "frames" | "gop" | "nalu" | "trace" | "packets" | "mp4" | "flv" | "aac" | "tree" | "decoding"
  | "remux" | "cut" | "retag" | "fix";

export interface Options {
  /** The name of the file in documents and messages; by default that of a `File`. */
  name?: string;
  /** The codec of a byte stream, which is detected without. */
  codec?: "h264" | "hevc";
  /** The index of a track, from 0. */
  track?: number;
  /** Pictures a second of a byte stream: `25`, `"30000/1001"`. */
  fps?: number | string;
  /** In browsers: told which part of the file was read, from 0 to 1. */
  progress?: (part: number) => void;
}

export interface TraceOptions extends Options {
  /** The number of a NAL unit. */
  unit?: number;
  /** Types of NAL units, separated by commas: `"sps,pps"`. */
  type?: string;
}

export interface RemuxOptions extends Options {
  to?: "mp4" | "flv" | "h264" | "hevc" | "aac" | "mp3" | "ac3" | "eac3";
  layout?: "faststart" | "fragmented";
}

export interface Answer {
  outcome: Outcome;
  messages: string[];
  /** What the command of this name prints with `--format json`; for `remux`, `cut`, `retag` and `fix` the file. */
  blob: Blob;
  text(): Promise<string>;
  /** The document; of `trace`, whose lines are documents, an array of them. */
  json(): Promise<any>;
}

/** The core ended unexpectedly: a fault of the program. The next question is not affected. */
export class CoreTrap extends Error {}

/** Asks a question; `options` are those of the functions below, and those that `README.md` lists. */
export function ask(question: Question, blob: Blob, options?: Options & Record<string, unknown>): Promise<Answer>;

/** Everything that a report shows: `Schemas/report.schema.json`. */
export function inspect(blob: Blob, options?: Options): Promise<any>;
/** As `inspect`, of two files, with their differences in `diff`. */
export function compare(blob: Blob, other: Blob, options?: Options): Promise<any>;
/** What the file is: `Schemas/info.schema.json`. */
export function info(blob: Blob, options?: Options): Promise<any>;
/** The pictures in decoding order: `Schemas/frames.schema.json`. */
export function frames(blob: Blob, options?: Options): Promise<{ frames: any[]; [key: string]: any }>;
/** The samples of all tracks: `Schemas/packets.schema.json`. */
export function packets(blob: Blob, options?: Options): Promise<{ packets: any[]; [key: string]: any }>;
/** What is wrong with the file: `Schemas/check.schema.json`. */
export function check(blob: Blob, options?: Options): Promise<{ verdict: string; findings: any[]; [key: string]: any }>;
/** Boxes, tags, NAL units or ADTS frames, by the format of the file. */
export function tree(blob: Blob, options?: Options): Promise<any>;
/** What owns a place: an offset, `"moov/trak[0]"`, `"unit 17"`, `"sample 0:3"`, `"time 3.4s"`. */
export function explain(blob: Blob, place: number | string, options?: Options): Promise<{ layers: any[]; [key: string]: any }>;
/** Every syntax element of a stream. */
export function trace(blob: Blob, options?: TraceOptions): Promise<any[]>;
/** The samples in another container or layout. */
export function remux(blob: Blob, options?: RemuxOptions): Promise<Blob>;
