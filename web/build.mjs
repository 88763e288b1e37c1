// Bundles the files that browsers load for each site. A bundle has one entry and one chunk for each screen.
// File names contain a content hash, and each file is also stored as brotli and gzip. `manifest.json` maps
// logical names to files. scripts/prepare.mjs runs this after compiling the TypeScript; the image build runs
// it directly.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packBrotli, packGzip, putFile } from '../scripts/pack-bytes.mjs'

const here = dirname(fileURLToPath(import.meta.url))

/** The sites, each with the audience whose mutations its forms can send. */
const SITES = { console: 'adminConsole', website: 'customerWebsite' }

/** The paths of one site: its own sources and its output. */
const siteOf = (word) => {
  const out = join(here, 'dist/bundles', word)
  return {
    word,
    audience: SITES[word],
    out,
    entry: `src/${word}/main.tsx`,
    manifest: join(out, 'manifest.json'),
  }
}

/**
 * Replaces `forms/operation-forms.js`. The forms are generated from the operations, so a form always matches
 * its codec.
 */
const formsModule = async ({ audience }) => {
  const { operationForms } = await import('./operation-forms.mjs')
  return `export const OPERATION_FORMS = ${JSON.stringify(operationForms(audience))}`
}

/** Replaces `style/tokens.css` with the tokens of the pages without script, so both use the same text. */
const tokensSheet = async () => (await import('../hosts/web-server/dist/pages/tokens.js')).TOKENS

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()

/** A digest of everything that affects a bundle: its sources, this file, and the versions of its imports. */
const digestOfInputs = ({ word }, made) => {
  const hash = createHash('sha256').update(JSON.stringify([word, made]))
  const lockfile = join(here, '../package-lock.json')
  const others = Object.keys(SITES).filter((site) => site !== word)
  const isOthers = (file) => others.some((site) => file.startsWith(join(here, 'src', site, '/')))
  const inputs = [
    ...filesBelow(join(here, 'src')).filter((file) => !isOthers(file)),
    fileURLToPath(import.meta.url),
    join(here, '../scripts/pack-bytes.mjs'),
    join(here, 'package.json'),
  ]
  for (const file of inputs) hash.update(file.slice(here.length)).update('\0').update(readFileSync(file))
  if (existsSync(lockfile)) {
    const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'))
    for (const name of ['preact', '@preact/signals', '@preact/signals-core', 'uplot', 'esbuild'])
      hash.update(`${name}@${packages[`node_modules/${name}`]?.version ?? ''}\n`)
  }
  return hash.digest('hex')
}

const readManifest = ({ manifest }) => {
  try {
    return JSON.parse(readFileSync(manifest, 'utf8'))
  } catch {
    return undefined
  }
}

const isThere = ({ out }, { files = {} }) => Object.values(files).every((name) => existsSync(join(out, name)))

const putPacked = ({ out }, name, bytes) => {
  const file = join(out, name)
  putFile(file, bytes)
  putFile(`${file}.br`, packBrotli(bytes))
  putFile(`${file}.gz`, packGzip(bytes))
}

/** Replaces an import with generated contents. */
const standIn = (namespace, filter, contents, loader) => ({
  name: namespace,
  setup: (bundler) => {
    bundler.onResolve({ filter }, () => ({ path: namespace, namespace }))
    bundler.onLoad({ filter: /.*/, namespace }, () => ({ contents, loader }))
  },
})

const bundle = async ({ word, entry, out }, { forms, tokens }) => {
  const { build } = await import('esbuild')
  return build({
    absWorkingDir: here,
    entryPoints: { [word]: entry, style: `src/style/${word}.css` },
    outdir: out,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['es2022', 'chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
    plugins: [
      standIn('forms', /\/operation-forms\.js$/, forms, 'js'),
      standIn('tokens', /\/tokens\.css$/, tokens, 'css'),
    ],
  })
}

/** `console.js` for `console-ABC.js`. Chunks with the same logical name get a suffix from their hashes. */
const logicalName = (name, taken) => {
  const plain = name.replace(/-[A-Z0-9]{8}(\.\w+)$/, '$1')
  return plain in taken ? name : plain
}

/**
 * A chunk that at least this many screens need is loaded with the first view, so that screens don't wait for
 * it.
 */
const SCREENS_SHARING = 4

/** An output and its static imports. */
const withImports = (outputs, path, seen = new Set()) => {
  if (path === undefined || seen.has(path)) return seen
  seen.add(path)
  for (const { path: next, kind } of outputs[path]?.imports ?? [])
    if (kind === 'import-statement') withImports(outputs, next, seen)
  return seen
}

/** The files of the first view: the entry, its static imports, and the chunks that many screens share. */
const firstViewOf = (site, { outputs }) => {
  const pathsOf = (isEntry) => Object.keys(outputs).filter((path) => isEntry(outputs[path].entryPoint ?? ''))
  const [entry] = pathsOf((source) => source === site.entry)
  const screens = pathsOf((source) => source.endsWith('-screen.tsx')).map((path) =>
    withImports(outputs, path),
  )
  const isShared = (path) => screens.filter((needed) => needed.has(path)).length >= SCREENS_SHARING
  const shared = [...new Set(screens.flatMap((needed) => [...needed]))].filter(isShared)
  const first = new Set([...withImports(outputs, entry), ...shared])
  return [...first].map((path) => path.split('/').at(-1))
}

/** Bundles a site if its inputs have changed. Prints nothing if they haven't. */
const buildSite = async (site, tokens) => {
  const { word, out, manifest } = site
  const made = { forms: await formsModule(site), tokens }
  const digest = digestOfInputs(site, made)
  const last = readManifest(site)
  if (last?.digest === digest && isThere(site, last)) return
  console.error(`Bundling the ${word} ...`)
  mkdirSync(out, { recursive: true })
  const { outputFiles, metafile } = await bundle(site, made)
  const files = {}
  for (const { path, contents } of outputFiles.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    const name = path.slice(out.length + 1)
    files[logicalName(name, files)] = name
    putPacked(site, name, contents)
  }
  putFile(
    manifest,
    `${JSON.stringify({ files, firstView: firstViewOf(site, metafile), digest }, undefined, 2)}\n`,
  )
  const kept = new Set([
    'manifest.json',
    ...Object.values(files).flatMap((name) => [name, `${name}.br`, `${name}.gz`]),
  ])
  for (const name of readdirSync(out)) if (!kept.has(name)) rmSync(join(out, name), { force: true })
}

/** Bundles the sites whose inputs have changed. */
export const buildWeb = async () => {
  const tokens = await tokensSheet()
  for (const word of Object.keys(SITES)) await buildSite(siteOf(word), tokens)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb()
