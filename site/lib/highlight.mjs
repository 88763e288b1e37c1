// Colors code with classes only, because the content policy of the host allows no inline styles.
import { createRequire } from 'node:module'
import { escapeHtml } from './html.mjs'

const require = createRequire(import.meta.url)
const highlighter = require('highlight.js/lib/core')

const LANGUAGES = {
  bash: ['sh', 'shell', 'console'],
  css: [],
  dockerfile: [],
  go: [],
  http: [],
  ini: ['conf', 'properties', 'service', 'env'],
  java: [],
  javascript: ['js', 'mjs', 'cjs'],
  json: ['jsonl'],
  nginx: [],
  php: [],
  python: ['py'],
  sql: [],
  typescript: ['ts', 'tsx'],
  xml: ['html'],
  yaml: ['yml'],
}

for (const [name, aliases] of Object.entries(LANGUAGES)) {
  highlighter.registerLanguage(name, require(`highlight.js/lib/languages/${name}`))
  highlighter.registerAliases(aliases, { languageName: name })
}

/** A large file is shown without colors. */
const MOST_CHARACTERS = 60_000

/** The code as HTML. */
export const highlight = (code, language = '') =>
  highlighter.getLanguage(language) === undefined || code.length > MOST_CHARACTERS
    ? escapeHtml(code)
    : highlighter.highlight(code, { language, ignoreIllegals: true }).value

const NAMES = {
  bash: 'Shell',
  sh: 'Shell',
  json: 'JSON',
  ts: 'TypeScript',
  js: 'JavaScript',
  sql: 'SQL',
  text: 'Output',
}

/** A block of code with a button that copies it; the page's script shows the button. */
export const codeBlock = (code, language = '', label = NAMES[language] ?? language) =>
  [
    `<div class="code" data-language="${escapeHtml(language)}">`,
    `<span class="code-name">${escapeHtml(label)}</span>`,
    '<button type="button" class="copy" hidden>Copy</button>',
    `<pre tabindex="0"><code>${highlight(code, language)}</code></pre></div>`,
  ].join('')
