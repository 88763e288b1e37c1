// Makes of a program and the hundreds of modules that it stands on a few files: most of what a command takes is loading them.
// What other packages install stays theirs, but for the libraries that consist of many files themselves.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { root } from './run.mjs'

/** Third-party packages that are taken in; all others are imported as they were. */
const TAKEN_IN =
  /^(?:@postrider|inversify|@inversifyjs|fp-ts|io-ts|knex|lodash|mysql2|libphonenumber-js|@opentelemetry|nodemailer|prom-client|amqplib|commander|tarn)(?:\/|$)/

/** What modules say that look for files beside them. */
const OWN_PLACE = 'import.meta.url'

/** Node shows the line that threw before the error: a long one hides the error, and more than a pipe holds loses it. */
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

/** Modules that look for files beside them find them where they were compiled. */
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

/** Whether a bundle would import the same: a library may have a package for itself alone, of another version. */
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

/** What libraries that are no modules call to load what was not taken in. */
const REQUIRE =
  "import { createRequire as toRequire } from 'node:module'\nconst require = toRequire(import.meta.url)"

/** What npm notes with every installation. */
const INSTALLED = 'node_modules/.package-lock.json'

const BUILT_FROM = 'built-from.json'

/**
 * The state of the compiled packages that these files are of, and of what is installed, by which a bundle knows whether it is
 * still what they are.
 */
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

/** Bundles compiled modules into a folder, which is made anew; answers the files that they stand on. */
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
    // The engine keeps a module's text. Without what only a reader needs it has one byte for each character, and is 3 MB, not 9.
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

/** Bundles compiled programs into a folder, where that is not there or no longer what they are. */
export const bundle = async (programs, folder) => {
  const out = join(root, folder)
  if (isFresh(out)) return
  const inputs = await makeBundle(programs, out)
  writeFileSync(join(out, BUILT_FROM), JSON.stringify(stateOf(out, Object.keys(inputs))))
}

const packageIn = (path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path

/** What a module asks of other packages, by what its own package depends on: no builtins, and no drivers that nobody has. */
const askedIn = (file, imports) => {
  const { manifest } = packageOf(file)
  const beside = readFileSync(file, 'utf8').includes(OWN_PLACE) && manifest.name.startsWith('@postrider/')
  const own = beside ? [[manifest.name, manifest.version]] : []
  const names = imports.filter(({ external }) => external).map(({ path }) => packageIn(path))
  const asked = names.map((name) => [name, manifest.dependencies?.[name]])
  return [...own, ...asked.filter(([, version]) => version !== undefined)]
}

/** Bundles modules of a package that is packed; answers the packages that they still ask for, with their versions. */
export const bundlePacked = async (modules, outdir) => {
  const inputs = Object.entries(await makeBundle(modules, outdir))
  return Object.fromEntries(inputs.flatMap(([file, { imports }]) => askedIn(join(root, file), imports)))
}

/** Makes of a compiled program, and all that it stands on, one file that starts without the loader of modules. */
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
