// Makes of a program and the hundreds of modules that it stands on a few files: most of what a command takes is loading them.
// What other packages install stays theirs, but for the libraries that consist of hundreds of files themselves.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { root } from './run.mjs'

/** Third-party packages that are taken in; all others are imported as they were. */
const TAKEN_IN = /^(?:@postrider\/|inversify|@inversifyjs\/|fp-ts|io-ts)/

const COMPILED = /[/\\]dist[/\\].*\.js$/

const packageOf = (file) => {
  let folder = dirname(file)
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return { folder, name: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name }
}

/** Modules that look for files beside them find them where they were compiled. */
const whereItWas = (file, text) => {
  const { folder, name } = packageOf(file)
  const path = relative(join(folder, 'dist'), file).replace(/\.js$/, '').split(sep).join('/')
  return text.replaceAll('import.meta.url', `import.meta.resolve(${JSON.stringify(`${name}/${path}`)})`)
}

const ownModules = {
  name: 'own-modules',
  setup: (build) => {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || TAKEN_IN.test(path) ? undefined : { path, external: true },
    )
    build.onLoad({ filter: COMPILED }, ({ path }) => {
      if (path.includes(`${sep}node_modules${sep}`)) return undefined
      const text = readFileSync(path, 'utf8')
      return text.includes('import.meta.url') ? { contents: whereItWas(path, text), loader: 'js' } : undefined
    })
  },
}

const BUILT_FROM = 'built-from.json'

/** The state of the compiled packages that these files are of, by which a bundle knows whether it is still what they are. */
const stateOf = (folder, files) => {
  const packages = new Set(
    files.filter((file) => !file.includes('node_modules/')).map((file) => packageOf(join(root, file)).folder),
  )
  return Object.fromEntries(
    [...packages].map((each) => {
      const state = join(each, 'dist/.tsbuildinfo')
      return [relative(folder, state).split(sep).join('/'), statSync(state).mtimeMs]
    }),
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

/** Bundles compiled programs into a folder, where that is not there or no longer what they are. */
export const bundle = async (programs, folder) => {
  const out = join(root, folder)
  if (isFresh(out)) return
  const { build } = await import('esbuild')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...programs],
    outdir: out,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    entryNames: '[name]',
    chunkNames: 'part-[hash]',
    logLevel: 'warning',
    metafile: true,
    plugins: [ownModules],
  })
  writeFileSync(join(out, BUILT_FROM), JSON.stringify(stateOf(out, Object.keys(metafile.inputs))))
}
