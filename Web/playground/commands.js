// The answers of commands: the JSON that `mediaprobe COMMAND --format json` prints. Options after the name are those of the question.
import { el, fill, formatBytes, formatCount, visibleText } from "../text.js";
import { saveBlob } from "./save.js";

const SHOWN = 200000;
export const commandTable = [
  ["info", "What the file is"], ["tree", "Boxes, tags, NAL units or frames"], ["trace", "Every syntax element of a stream", "type", "Types of NAL units, such as sps,pps,idr"],
  ["frames", "Pictures in decoding order"], ["gop", "Groups of pictures"], ["gop --summary", "Totals of the groups of pictures"], ["packets", "Samples of every track"],
  ["packets --summary", "Totals of every track"], ["nalu", "NAL units"], ["check", "What is wrong with the file"],
  ["explain", "What a place is and means", "place", "Offset, path of a box or field, unit 17, sample 0:3, time 3.4s, unit 5 > slice_header > frame_num"],
];

export function buildCommands(page, host) {
  const source = () => page.model.file.source;
  const choice = el("select", {}, commandTable.map(([name, what]) => el("option", { value: name }, `${name} – ${what}`)));
  const option = el("input", { size: 44 }), optionLabel = el("label", {}, el("span", {}), option);
  const status = el("p", { role: "status", class: "muted" }), answer = el("pre", { class: "answer", tabindex: 0, "aria-label": "Answer" }), actions = el("p", { class: "row-of-buttons" });
  const choose = () => {
    const [, , key, hint] = commandTable.find(([name]) => name === choice.value);
    optionLabel.hidden = !key;
    fill(optionLabel.firstChild, hint ?? "");
    option.value = "";
  };
  choice.addEventListener("change", choose);
  let asked = null;
  const run = async () => {
    const [command, , key] = commandTable.find(([candidate]) => candidate === choice.value), { client, place, file } = source();
    const [name, ...flags] = command.split(" --");
    asked = place;
    fill(status, `Running ${name}…`);
    fill(actions);
    answer.hidden = true;
    try {
      const found = await client.ask(name, place, { ...Object.fromEntries(flags.map(flag => [flag, 1])), ...(key && option.value ? { [key]: option.value } : {}), progress: part => asked === place && fill(status, `Running ${name}… ${Math.round(part * 100)} %`) });
      const text = await found.blob.slice(0, SHOWN).text();
      if (asked !== place) return;
      answer.hidden = !text;
      fill(answer);
      // Lines stay lines: each is a text of its own.
      for (const line of text.split("\n")) answer.append(document.createTextNode(visibleText(line, SHOWN) + "\n"));
      fill(status, `${found.outcome}; ${formatBytes(found.blob.size)} in ${formatCount(Math.round(found.time))} ms`, found.blob.size > SHOWN ? `; the first ${formatBytes(SHOWN)} are shown` : "",
        found.messages.slice(0, 20).map(message => el("span", {}, el("br"), message)));
      fill(actions, el("button", { onclick: () => saveBlob(found.blob, `${file.name}.${name}.${name === "trace" ? "jsonl" : "json"}`) }, "Save"));
    } catch (error) { if (asked === place) fill(status, error.message); }
  };
  fill(host, el("form", { class: "form", onsubmit: event => { event.preventDefault(); run(); } }, el("label", {}, "Command", choice), optionLabel, el("button", {}, "Run")), status, actions, answer);
  answer.hidden = true;
  choose();
  page.views.commands = { run, choice, option, answer, status };
  // What was asked of the other of two files is not shown with this one.
  const changed = () => {
    if (!asked || asked === source().place) return;
    asked = null;
    fill(status);
    fill(actions);
    answer.hidden = true;
  };
  return { charts: [], shown() {}, changed };
}
