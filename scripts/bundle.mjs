// Bundles a program and the hundreds of modules that it needs into a few files, because loading modules takes
// most of a command's time. Third-party packages stay separate, except libraries that consist of many files.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'
import { root } from './run.mjs'

/**
 * Third-party packages that are bundled; all others are loaded unchanged. parse5 and entities consist of ES
 * modules, which a CommonJS program loads with a warning.
 */
const TAKEN_IN =
  /^(?:@postrider|inversify|@inversifyjs|fp-ts|io-ts|knex|lodash|mysql2|libphonenumber-js|@opentelemetry|nodemailer|prom-client|amqplib|commander|tarn|parse5|entities)(?:\/|$)/

/** Used by modules that look for files next to them. */
const OWN_PLACE = 'import.meta.url'

const RESOLVE = 'import.meta.resolve'

/**
 * Node shows the line that threw before the error: a long line hides the error, and one that exceeds a pipe's
 * buffer loses it.
 */
const LINE_LIMIT = 120

const COMPILED = /[/\\]dist[/\\].*\.js$/

const manifestIn = (folder) => {
  const file = join(folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

const packageOf = (file) => {
  let folder = dirname(file)
  while (manifestIn(folder).name === undefined) folder = dirname(folder)
  return { folder, manifest: manifestIn(folder) }
}

/** Lets modules that look for files next to them find them where they were compiled. */
const whereItWas = (file, text) => {
  const { folder, manifest } = packageOf(file)
  const path = relative(join(folder, 'dist'), file).replace(/\.js$/, '').split(sep).join('/')
  return text.replaceAll(OWN_PLACE, `${RESOLVE}(${JSON.stringify(`${manifest.name}/${path}`)})`)
}

const placeOf = (path, folder) => {
  try {
    return createRequire(join(folder, 'importer.js')).resolve(path)
  } catch {
    return undefined
  }
}

/** Whether a bundle would import the same package: a library may have its own copy of another version. */
const isEverybodys = (path, importedIn) => placeOf(path, importedIn) === placeOf(path, root)

const takeIn = {
  name: 'take-in',
  setup: (build) => {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind, resolveDir }) =>
      kind === 'entry-point' || TAKEN_IN.test(path) || !isEverybodys(path, resolveDir)
        ? undefined
        : { path, external: true },
    )
    build.onLoad({ filter: COMPILED }, ({ path }) => {
      if (path.includes(`${sep}node_modules${sep}`)) return undefined
      const text = readFileSync(path, 'utf8')
      return text.includes(OWN_PLACE) ? { contents: whereItWas(path, text), loader: 'js' } : undefined
    })
  },
}

/** The function with which CommonJS libraries load packages that aren't bundled. */
const REQUIRE =
  "import { createRequire as toRequire } from 'node:module'\nconst require = toRequire(import.meta.url)"

/** `import.meta.resolve` for CommonJS. */
const TO_URL = "const toUrl=(name)=>require('node:url').pathToFileURL(require.resolve(name)).href"

/** The file that npm writes at every installation. */
const INSTALLED = 'node_modules/.package-lock.json'

const BUILT_FROM = 'built-from.json'

/** Rounded to milliseconds, as a copy of the folder has it. */
const changedAt = (file) => Math.round(statSync(file).mtimeMs)

/** The state of the compiled packages and of the installation, which shows whether a bundle is up to date. */
const stateOf = (folder, files) => {
  const packages = new Set(
    files.filter((file) => !file.includes('node_modules/')).map((file) => packageOf(join(root, file)).folder),
  )
  const states = [...packages].map((each) => join(each, 'dist/.tsbuildinfo'))
  const installed = [join(root, INSTALLED)].filter(existsSync)
  return Object.fromEntries(
    [...states, ...installed].map((state) => [
      relative(folder, state).split(sep).join('/'),
      changedAt(state),
    ]),
  )
}

const isFresh = (folder) => {
  try {
    const noted = Object.entries(JSON.parse(readFileSync(join(folder, BUILT_FROM), 'utf8')))
    return noted.every(([state, mtimeMs]) => changedAt(join(folder, state)) === mtimeMs)
  } catch {
    return false
  }
}

/** Bundles into a new folder, and returns what esbuild says about the input and output files. */
const makeBundle = async (outdir, options) => {
  const { build } = await import('esbuild')
  rmSync(outdir, { recursive: true, force: true })
  mkdirSync(outdir, { recursive: true })
  const { metafile } = await build({
    absWorkingDir: root,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    // The engine keeps a program's text. Without comments and white space it is much shorter, and needs one byte
    // per character.
    minifyWhitespace: true,
    lineLimit: LINE_LIMIT,
    logLevel: 'warning',
    metafile: true,
    plugins: [takeIn],
    ...options,
  })
  return metafile
}

const STARTER = 'start-bundled.cjs'

/**
 * Bundles compiled programs into a folder, if it is missing or out of date. Each becomes one CommonJS file,
 * whose compiled code Node can keep (scripts/start-bundled.cjs).
 */
export const bundle = async (programs, folder) => {
  const out = join(root, folder)
  if (isFresh(out)) return
  const { inputs, outputs } = await makeBundle(out, {
    entryPoints: programs,
    entryNames: '[name]-[hash]',
    format: 'cjs',
    supported: { 'dynamic-import': false },
    define: { [RESOLVE]: 'toUrl' },
    banner: { js: TO_URL },
  })
  copyFileSync(join(root, 'scripts', STARTER), join(out, STARTER))
  writeFileSync(join(out, 'package.json'), JSON.stringify({ type: 'commonjs' }))
  for (const [file, { entryPoint }] of Object.entries(outputs))
    writeFileSync(join(out, basename(entryPoint)), `require('./${STARTER}')('${basename(file)}')\n`)
  writeFileSync(join(out, BUILT_FROM), JSON.stringify(stateOf(out, Object.keys(inputs))))
}

const packageIn = (path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path

/**
 * The packages that a module imports, limited to the dependencies of its own package: without builtins and
 * optional drivers.
 */
const askedIn = (file, imports) => {
  const { manifest } = packageOf(file)
  const beside = readFileSync(file, 'utf8').includes(OWN_PLACE) && manifest.name.startsWith('@postrider/')
  const own = beside ? [[manifest.name, manifest.version]] : []
  const names = imports.filter(({ external }) => external).map(({ path }) => packageIn(path))
  const asked = names.map((name) => [name, manifest.dependencies?.[name]])
  return [...own, ...asked.filter(([, version]) => version !== undefined)]
}

/**
 * Bundles modules of a package to publish, and returns the packages that they still import, with their
 * versions.
 */
export const bundlePacked = async (modules, outdir) => {
  const { inputs: bundled } = await makeBundle(outdir, {
    entryPoints: modules,
    entryNames: '[name]',
    chunkNames: 'part-[hash]',
    splitting: true,
    format: 'esm',
    banner: { js: REQUIRE },
  })
  const inputs = Object.entries(bundled)
  return Object.fromEntries(inputs.flatMap(([file, { imports }]) => askedIn(join(root, file), imports)))
}

/**
 * Bundles a compiled program with all its dependencies into one file that starts without the module loader.
 */
export const bundleProgram = async (program, outfile) => {
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints: [program],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minifyWhitespace: true,
    lineLimit: LINE_LIMIT,
    logLevel: 'warning',
    banner: { js: '#!/usr/bin/env node' },
  })
}
