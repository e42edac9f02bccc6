// The page of a report: its facts are in the page itself.
import { ReportSource } from "./source.js";
import { Page } from "./page.js";

const pageFacts = JSON.parse(document.getElementById("facts").textContent);
window.mediaprobe = new Page(pageFacts.files.map((_, i) => new ReportSource(pageFacts, i)), pageFacts);
