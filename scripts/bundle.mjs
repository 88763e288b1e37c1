// Bundles a program and the hundreds of modules that it needs into a few files, because loading modules takes
// most of a command's time. Third-party packages stay separate, except libraries that consist of many files.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { root } from './run.mjs'

/** Third-party packages that are bundled; all others are imported unchanged. */
const TAKEN_IN =
  /^(?:@postrider|inversify|@inversifyjs|fp-ts|io-ts|knex|lodash|mysql2|libphonenumber-js|@opentelemetry|nodemailer|prom-client|amqplib|commander|tarn)(?:\/|$)/

/** Used by modules that look for files next to them. */
const OWN_PLACE = 'import.meta.url'

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
  return text.replaceAll(OWN_PLACE, `import.meta.resolve(${JSON.stringify(`${manifest.name}/${path}`)})`)
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

/** The file that npm writes at every installation. */
const INSTALLED = 'node_modules/.package-lock.json'

const BUILT_FROM = 'built-from.json'

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
      statSync(state).mtimeMs,
    ]),
  )
}

const isFresh = (folder) => {
  try {
    const noted = Object.entries(JSON.parse(readFileSync(join(folder, BUILT_FROM), 'utf8')))
    return noted.every(([state, mtimeMs]) => statSync(join(folder, state)).mtimeMs === mtimeMs)
  } catch {
    return false
  }
}

/** Bundles compiled modules into a new folder, and returns their input files. */
const makeBundle = async (entryPoints, outdir) => {
  const { build } = await import('esbuild')
  rmSync(outdir, { recursive: true, force: true })
  mkdirSync(outdir, { recursive: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // The engine keeps a module's text. Without comments and white space it needs one byte per character, and
    // has 3 MB instead of 9.
    minifyWhitespace: true,
    lineLimit: LINE_LIMIT,
    entryNames: '[name]',
    chunkNames: 'part-[hash]',
    logLevel: 'warning',
    metafile: true,
    plugins: [takeIn],
    banner: { js: REQUIRE },
  })
  return metafile.inputs
}

/** Bundles compiled programs into a folder, if it is missing or out of date. */
export const bundle = async (programs, folder) => {
  const out = join(root, folder)
  if (isFresh(out)) return
  const inputs = await makeBundle(programs, out)
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
  const inputs = Object.entries(await makeBundle(modules, outdir))
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
