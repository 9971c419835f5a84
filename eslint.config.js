// What is checked beyond types: mistakes first, then what makes a script hard to read.

const BROWSER = [
  "clearTimeout", "console", "crypto", "CSS", "document", "DOMParser", "Element", "EventSource",
  "fetch", "FormData", "history", "HTMLElement", "location", "matchMedia", "Node", "performance",
  "print", "requestAnimationFrame", "scrollTo", "setInterval", "clearInterval", "setTimeout",
  "addEventListener", "removeEventListener", "window", "URL", "URLSearchParams", "WebSocket",
];
const NODE = ["console", "process", "setTimeout", "URL"];
const names = (list) => Object.fromEntries(list.map((name) => [name, "readonly"]));

const RULES = {
  "array-callback-return": "error",
  "constructor-super": "error",
  "consistent-return": "error",
  curly: ["error", "multi-or-nest"],
  eqeqeq: "error",
  "getter-return": "error",
  "no-async-promise-executor": "error",
  "no-class-assign": "error",
  "no-cond-assign": "error",
  "no-const-assign": "error",
  "no-constant-condition": ["error", { checkLoops: false }],
  "no-constructor-return": "error",
  "no-control-regex": "error",
  "no-dupe-args": "error",
  "no-dupe-class-members": "error",
  "no-dupe-else-if": "error",
  "no-dupe-keys": "error",
  "no-duplicate-case": "error",
  "no-empty": "error",
  "no-eval": "error",
  "no-fallthrough": "error",
  "no-implied-eval": "error",
  "no-import-assign": "error",
  "no-param-reassign": "error",
  "no-promise-executor-return": "off",
  "no-self-assign": "error",
  "no-self-compare": "error",
  "no-shadow": "error",
  "no-throw-literal": "error",
  "no-undef": "error",
  "no-unmodified-loop-condition": "error",
  "no-unreachable": "error",
  "no-unsafe-finally": "error",
  "no-unsafe-optional-chaining": "error",
  "no-unused-expressions": "error",
  "no-unused-private-class-members": "error",
  "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
  "no-use-before-define": ["error", { functions: false, classes: false }],
  "no-useless-return": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
  "prefer-object-has-own": "error",
  "require-atomic-updates": "off",
  "max-depth": ["error", 3],
  "max-lines": ["error", 500],
  "max-lines-per-function": ["error", { max: 60, skipComments: true }],
  complexity: ["error", 16],
  // Text goes in as text: nothing here may become markup.
  "no-restricted-properties": [
    "error",
    ...["innerHTML", "outerHTML", "insertAdjacentHTML"].map((property) => ({ property })),
    { object: "document", property: "write" },
  ],
  "no-restricted-syntax": [
    "error",
    { selector: "Property[key.name='dangerouslySetInnerHTML']", message: "text goes in as text" },
  ],
};

export default [
  { ignores: ["node_modules/", "pages/vendor/", "pages/**/*.d.ts", ".venv/"] },
  {
    files: ["pages/**/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: names(BROWSER) },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      ...RULES,
      // A page names no library: what it is written with comes from base/html.js.
      "no-restricted-imports": ["error", { patterns: ["**/vendor/preact/*"] }],
    },
  },
  {
    files: ["pages/base/html.js"],
    rules: { "no-restricted-imports": "off" },
  },
  {
    files: ["tests/pages/**/*.js", "tools/*.js", "bench/web/*.js", "eslint.config.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: names([...new Set([...BROWSER, ...NODE, "globalThis"])]) },
    rules: RULES,
  },
];
