// One HTML file of the interface and facts, as the command writes it: modules joined, Content-Security-Policy, facts inline.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

export const web = new URL("../../Web", import.meta.url).pathname;

/** The modules in the order in which they depend on one another. */
export function modules() {
  const texts = new Map(readdirSync(web).filter(name => name.endsWith(".js")).map(name => [name, readFileSync(join(web, name), "utf8")]));
  const order = [], visit = name => {
    if (order.includes(name)) return;
    for (const [, needed] of texts.get(name).matchAll(/^import .* from "\.\/(.+)";$/gm)) visit(needed);
    order.push(name);
  };
  visit("main.js");
  return order.map(name => [name, texts.get(name)]);
}

export function joined() {
  return modules().map(([, text]) => text.replace(/^import .*\n/gm, "").replace(/^export /gm, "")).join("\n");
}

export function page(facts) {
  const html = readFileSync(join(web, "index.html"), "utf8"), style = readFileSync(join(web, "style.css"), "utf8");
  const code = `\n${joined()}`, digest = createHash("sha256").update(code).digest("base64");
  const policy = `default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'`;
  return html.replace(/(Content-Security-Policy" content=")[^"]*/, (_, start) => start + policy)
    .replace(/<link rel="stylesheet".*>/, () => `<style>\n${style}</style>`)
    .replace(/(id="facts">).*(<\/script>)/, (_, start, end) => start + JSON.stringify(facts).replaceAll("<", "\\u003c") + end)
    .replace(/<script type="module" src="main.js"><\/script>/, () => `<script type="module">${code}</script>`);
}
