// The decoded picture of a selected sample by WebCodecs, and a strip of the key pictures.
import { el, fill, formatCount, plural } from "../text.js";
import { decodeBase64 } from "../source.js";
import { sampleTime } from "../samples.js";

const THUMBNAILS = 40, DECODED = 600;

/** The configuration of a decoder for a track, by the core; throws with the reason if there is none. */
async function configurationOf(source, track) {
  const answer = await source.client.ask("decoding", source.place, { track: track.index });
  if (!answer.blob.size) throw new Error(answer.messages.join("; "));
  const { codec_string: codec, framing, description } = await answer.json();
  if (!codec) throw new Error("the codec of this track is not known");
  const isPrefixed = framing === "length";
  const configuration = { codec, ...(isPrefixed && description ? { description: decodeBase64(description) } : {}) };
  if (!window.VideoDecoder) throw new Error("this browser has no WebCodecs");
  const { supported } = await VideoDecoder.isConfigSupported(configuration);
  if (!supported) throw new Error(`this browser cannot decode ${codec}`);
  return configuration;
}

/**
 * Decodes samples `first` to `last` of a track, of which the first is a key picture, and returns the picture of `wanted` as a VideoFrame,
 * which the caller closes.
 */
export async function decodePicture(source, track, wanted, configuration) {
  const first = track.isKey(wanted) ? wanted : track.keys[track.gopOf(wanted)] ?? 0;
  if (wanted - first > DECODED) throw new Error(`the key picture before is ${plural(wanted - first, "picture")} away`);
  let result = null, failure = null;
  const decoder = new VideoDecoder({
    output(frame) { if (frame.timestamp === wanted && !result) result = frame; else frame.close(); },
    error(error) { failure = error; },
  });
  try {
    decoder.configure(configuration);
    for (let i = first; i <= wanted; i++) {
      const data = new Uint8Array(await (await source.range(track.offset[i], track.size[i])).arrayBuffer());
      decoder.decode(new EncodedVideoChunk({ type: track.isKey(i) ? "key" : "delta", timestamp: i, data }));
    }
    await decoder.flush();
  } catch (error) { failure ??= error; }
  if (decoder.state !== "closed") decoder.close();
  if (!result) throw new Error(failure?.message ?? "the decoder gives no picture");
  return result;
}

function draw(frame, canvas, width = frame.displayWidth) {
  canvas.width = width;
  canvas.height = Math.max(1, Math.round(width * frame.displayHeight / frame.displayWidth));
  canvas.getContext("2d").drawImage(frame, 0, 0, canvas.width, canvas.height);
}

export function buildPicture(page, host) {
  const { model } = page, canvas = el("canvas", { role: "img", "aria-label": "Decoded picture" }), status = el("p", { role: "status", class: "muted" });
  const strip = el("div", { class: "thumbnails", role: "group", "aria-label": "Key pictures" });
  let configuration = null, isShown = false, drawn = -1, run = 0;
  const view = page.views.picture = { canvas, strip, status, drawn: -1 };
  const configured = track => configuration ??= configurationOf(model.file.source, track);

  const show = async () => {
    const track = model.file.video;
    if (!isShown || !track?.count) return;
    const sample = model.selection?.track === track && model.selection.sample >= 0 ? model.selection.sample : track.keys[0] ?? 0;
    for (const button of strip.children) button.setAttribute("aria-current", String(Number(button.dataset.sample) === sample));
    if (sample === drawn) return;
    const own = ++run;
    fill(status, `Decoding picture ${formatCount(sample)}…`);
    try {
      const frame = await decodePicture(model.file.source, track, sample, await configured(track));
      if (own === run) {
        draw(frame, canvas);
        drawn = view.drawn = sample;
        fill(status, `${track.typeName(sample)} picture ${formatCount(sample)} at ${sampleTime(track, track.pts[sample])}, ${frame.displayWidth} × ${frame.displayHeight}`);
      }
      frame.close();
    } catch (error) { if (own === run) { canvas.width = 0; drawn = view.drawn = -1; fill(status, `Not shown: ${error.message}`); } }
  };

  const thumbnails = async () => {
    const track = model.file.video;
    if (!track?.keys.length || strip.children.length) return;
    const step = Math.max(1, track.keys.length / THUMBNAILS), chosen = [];
    for (let at = 0; at < track.keys.length && chosen.length < THUMBNAILS; at += step) chosen.push(track.keys[Math.floor(at)]);
    const small = chosen.map(sample => el("canvas", { width: 1, height: 1 }));
    fill(strip, chosen.map((sample, i) => el("button", { "data-sample": sample, "aria-label": `Key picture ${formatCount(sample)}`, onclick: () => model.selectSample(track, sample, "picture") },
      small[i], sampleTime(track, track.pts[sample]))));
    try {
      const known = await configured(track);
      for (const [i, sample] of chosen.entries()) {
        const frame = await decodePicture(model.file.source, track, sample, known);
        draw(frame, small[i], 96);
        frame.close();
      }
    } catch { /* The status says why there is no picture. */ }
  };
  view.thumbnails = thumbnails;

  fill(host, el("div", { class: "picture" }, canvas), status, strip);
  model.on("select", show);
  model.on("file", () => { configuration = null; drawn = view.drawn = -1; fill(strip); if (!host.hidden) show().then(thumbnails); });
  return { charts: [], shown() { isShown = true; show().then(thumbnails); } };
}
