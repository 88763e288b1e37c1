// Prepares a clone so that its programs can run: installs dependencies, compiles TypeScript, compresses
// public files and bundles the pages of the sites. It is plain Node, because nothing is installed when it
// starts.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { areDocumentsStale } from './build-documents.mjs'
import { bundle } from './bundle.mjs'
import { compile } from './compile.mjs'
import { install, isInstalled, wantedPackages } from './install.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { buildDocsSite } from './docs-site.mjs'
import { packPublicFiles } from './pack-public-files.mjs'
import { Failure, root, runNode } from './run.mjs'
import { packageFolders } from './workspaces.mjs'

/** Bundles have their own names and cleanup. */
const BUNDLED = join('bundles', 'x').slice(0, -1)

/** The built documentation site, below `hosts/http/dist`. */
const SITE = join('site', 'x').slice(0, -1)

const at = (...path) => join(root, ...path)

/** Deletes the output of deleted sources, so that a deleted test doesn't run. */
const removeStaleOutput = (folder) => {
  const dist = at(folder, 'dist')
  if (!existsSync(dist)) return
  for (const entry of readdirSync(dist, { recursive: true })) {
    if (!entry.endsWith('.js') || (folder === 'web' && entry.startsWith(BUNDLED))) continue
    if (folder === 'hosts/http' && entry.startsWith(SITE)) continue
    const stem = entry.slice(0, -'.js'.length)
    const source = at(folder, 'src', stem)
    if (existsSync(`${source}.ts`) || existsSync(`${source}.tsx`)) continue
    for (const suffix of ['.js', '.js.map', '.d.ts', '.d.ts.map'])
      rmSync(join(dist, stem + suffix), { force: true })
  }
}

/** Announces the steps, because the first run takes minutes. */
const announce = (folders) => {
  const steps = [
    ...(isInstalled() ? [] : [`install ${wantedPackages().length} packages (280 MB)`]),
    ...(folders.some((folder) => existsSync(at(folder, 'dist')))
      ? []
      : [`compile ${folders.length} projects`]),
  ]
  if (steps.length > 0)
    console.error(`To be done first: ${steps.join(', ')}. It takes minutes once, and seconds from then on.`)
}

/** The command, and the programs that tests start as often. */
const bundlePrograms = async () => {
  await bundle(['hosts/cli/dist/main.js'], 'hosts/cli/bundle')
  const programs = ['crash-host', 'provider-process', 'whole-host']
  await bundle(
    programs.map((name) => `test/dist/crash/${name}.js`),
    'test/bundle',
  )
}

/**
 * Installs and compiles what is missing or out of date. Prints nothing if nothing is. `hasSite`: whether also
 * the documentation site is built.
 */
export const prepare = ({ hasSite = true } = {}) =>
  oneAtATime('prepare', async () => {
    const folders = packageFolders()
    announce(folders)
    await install()
    folders.forEach(removeStaleOutput)
    await compile()
    // A child process, because this process may have loaded the previous compilation.
    if (areDocumentsStale(folders) && (await runNode(at('scripts/build-documents.mjs'), [])) !== 0)
      throw new Failure('The documents cannot be built.')
    packPublicFiles()
    if (hasSite) await buildDocsSite()
    await bundlePrograms()
    // It imports installed and compiled packages, so it is loaded late.
    const { buildWeb } = await import('../web/build.mjs')
    await buildWeb()
  })
