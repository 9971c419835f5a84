// Writes pages/vendor/ anew from the packages that package-lock.json pins, or with --check
// tells whether it is what would be written. npm has verified the packages by their sums.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PACKAGES = join(ROOT, "node_modules");
const VENDOR = join(ROOT, "pages", "vendor");

// A browser knows no packages: an import by name becomes the file beside it.
const BESIDE = {
  "preact": "./preact.js",
  "preact/hooks": "./hooks.js",
  "@preact/signals-core": "./signals-core.js",
};

/** For each folder: where its files come from, as [file there, file here]. */
const FOLDERS = {
  chessground: () => [
    ["@lichess-org/chessground/dist/chessground.min.js", "chessground.min.js"],
    ["@lichess-org/chessground/assets/chessground.base.css", "chessground.base.css"],
    ["@lichess-org/chessground/assets/chessground.cburnett.css", "chessground.cburnett.css"],
    ["@lichess-org/chessground/LICENSE", "LICENSE"],
    ...readdirSync(join(PACKAGES, "@lichess-org/chessground/src"))
      .sort()
      .map((name) => [`@lichess-org/chessground/src/${name}`, `src/${name}`]),
  ],
  preact: () => [
    ["preact/dist/preact.mjs", "preact.js"],
    ["preact/hooks/dist/hooks.mjs", "hooks.js"],
    ["htm/dist/htm.mjs", "htm.js"],
    ["@preact/signals-core/dist/signals-core.mjs", "signals-core.js"],
    ["@preact/signals/dist/signals.mjs", "signals.js"],
    ["preact/LICENSE", "LICENSE"],
    ["htm/LICENSE", "LICENSE.htm"],
    ["@preact/signals/LICENSE", "LICENSE.signals"],
  ],
};

// The type checker reads a script's types beside it; these lead to those of the package.
const TYPES = {
  "chessground/chessground.min.d.ts": 'export * from "@lichess-org/chessground";\n',
  "preact/preact.d.ts": 'export * from "preact";\n',
  "preact/hooks.d.ts": 'export * from "preact/hooks";\n',
  "preact/htm.d.ts": 'declare const htm: { bind(h: unknown): unknown };\nexport default htm;\n',
  "preact/signals.d.ts": 'export * from "@preact/signals";\n',
  "preact/signals-core.d.ts": 'export * from "@preact/signals-core";\n',
};

/** A file as it is vendored: imports by path, no pointer to a source map that is not here. */
function vendored(path) {
  const text = readFileSync(join(PACKAGES, path), "utf8");
  if (!path.endsWith(".mjs")) return text;
  return text
    .replaceAll(/\bfrom"([^."][^"]*)"/g, (_, name) => `from"${BESIDE[name] ?? fail(path, name)}"`)
    .replaceAll(/^\/\/# sourceMappingURL=.*\n?/gm, "");
}

function fail(path, name) {
  throw new Error(`${path} imports ${name}, which is not vendored: add it to tools/vendor.js`);
}

const checking = process.argv.includes("--check");
const differing = [];

function put(path, text) {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  differing.push(path.slice(ROOT.length));
  if (checking) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

for (const [folder, list] of Object.entries(FOLDERS)) {
  const sums = [];
  const files = list().map(([from, to]) => [to, vendored(from)]);
  for (const [path, text] of Object.entries(TYPES))
    if (path.startsWith(`${folder}/`)) files.push([path.slice(folder.length + 1), text]);
  for (const [to, text] of files) {
    put(join(VENDOR, folder, to), text);
    sums.push(`${createHash("sha256").update(text).digest("hex")}  ${to}\n`);
  }
  put(join(VENDOR, folder, "SHA256SUMS"), sums.join(""));
}
if (!differing.length) console.log("pages/vendor is what the pinned packages hold");
else console.log(`${checking ? "differs" : "written"}: ${differing.join(", ")}`);
if (checking && differing.length) process.exit(1);
