// npm run pack -- FOLDER [NAME ...]: packs all or some published packages as for the registry.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundlePacked, bundleProgram } from './bundle.mjs'
import { Failure, main, root, run } from './run.mjs'
import { packageFolders } from './workspaces.mjs'

/** Additional files of a package, by its folder. */
const BESIDE = {
  'clients/client': ['dist/documents/openapi.sending.json', 'dist/documents/openapi.sending-3.0.json'],
}

const manifestIn = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** The folders of all published packages, with their manifests. */
export const publishedPackages = () =>
  packageFolders()
    .map((folder) => ({ folder, manifest: manifestIn(folder) }))
    .filter(({ manifest }) => manifest.private !== true)

/** Compiler state, and maps of sources that aren't published. */
const isLeftOver = (path) => /\.tsbuildinfo|\.map$/.test(basename(path))

const MAPPED = /\n\/\/# sourceMappingURL=\S+\s*$/

const withoutMaps = (folder) => {
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, name)
    if (!/\.(js|d\.ts)$/.test(name)) continue
    const text = readFileSync(file, 'utf8')
    if (MAPPED.test(text)) writeFileSync(file, text.replace(MAPPED, '\n'))
  }
}

const BUNDLED = /^\.\/bundle\//

/** The compiled module from which a file in `bundle` is made. */
const moduleOf = (folder, path) => join(root, folder, path.replace(BUNDLED, 'dist/').replace(/\.cjs$/, '.js'))

/** Bundles entries of a package, if it has any to bundle, and returns its remaining dependencies. */
const bundleEntries = async (folder, { dependencies }, entries, to) => {
  const paths = Object.values(entries ?? {}).map((entry) => entry.default)
  const modules = paths.filter((path) => BUNDLED.test(path)).map((path) => moduleOf(folder, path))
  if (modules.length === 0) return dependencies
  const all = { ...(await bundlePacked(modules, join(to, 'bundle'))), ...dependencies }
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Applies the `publishConfig` of a package: its published entries and programs. Those in `bundle` are made
 * from the compiled ones with everything they need. The package then depends only on what they still import.
 */
const publishOtherwise = async (folder, manifest, to) => {
  const { publishConfig, ...published } = manifest
  const dependencies = await bundleEntries(folder, manifest, publishConfig.exports, to)
  for (const path of Object.values(publishConfig.bin ?? {}))
    await bundleProgram(moduleOf(folder, path), join(to, path))
  const changed = { ...published, ...publishConfig, dependencies }
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(changed, undefined, 2)}\n`)
}

const stage = async (folder, manifest, to) => {
  const { files = [] } = manifest
  mkdirSync(to, { recursive: true })
  const take = (from, name) =>
    cpSync(join(root, from), join(to, name), { recursive: true, filter: (path) => !isLeftOver(path) })
  for (const name of ['package.json', 'README.md', ...files.map((each) => each.split('/*')[0])])
    if (existsSync(join(root, folder, name))) {
      mkdirSync(dirname(join(to, name)), { recursive: true })
      take(join(folder, name), name)
    }
  take('LICENSE', 'LICENSE')
  for (const file of BESIDE[folder] ?? []) take(file, basename(file))
  if (manifest.publishConfig !== undefined) await publishOtherwise(folder, manifest, to)
  withoutMaps(to)
}

/** Packs all or some packages into a folder, and returns the tarballs by package name. */
export const packPackages = async (folder, names) => {
  const wanted = publishedPackages().filter(
    ({ manifest }) => names === undefined || names.includes(manifest.name),
  )
  const staging = mkdtempSync(join(tmpdir(), 'postrider-pack-'))
  try {
    mkdirSync(folder, { recursive: true })
    const staged = []
    for (const { folder: from, manifest } of wanted) {
      const to = join(staging, from)
      await stage(from, manifest, to)
      staged.push(to)
    }
    const code = await run(
      'npm',
      ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, ...staged],
      { cwd: staging, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    if (code !== 0) throw new Failure('npm could not pack the packages.')
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
  const tarballOf = ({ name, version }) =>
    join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  return new Map(wanted.map(({ manifest }) => [manifest.name, tarballOf(manifest)]))
}

const USAGE = `
npm run pack -- FOLDER [NAME ...]

Packs every package that is published, or those named, as tarballs into FOLDER. Install them with npm install FOLDER/*.tgz.
`

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(async ([folder, ...names]) => {
    if (folder === undefined) throw new Failure('npm run pack -- FOLDER [NAME ...]')
    const { prepare } = await import('./prepare.mjs')
    await prepare()
    const tarballs = await packPackages(resolve(folder), names.length === 0 ? undefined : names)
    for (const tarball of tarballs.values()) console.log(tarball)
    return 0
  }, USAGE)
