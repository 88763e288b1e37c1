import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY } from './build-context.js'
import { plant } from './plant.js'

const exec = promisify(execFile)

/** Where npm links the packages of the repository itself. */
const OURS = 'node_modules/@postrider'

const MOST_OUTPUT = 16 * 1024 * 1024

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly link?: boolean; readonly resolved?: string }>>
}

/** Our own packages, as npm links them: each to its folder in the tree that is installed into. */
const linkOwn = async (folder: string, wanted: (place: string) => boolean): Promise<void> => {
  const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as Lockfile
  for (const [place, { link, resolved = '' }] of Object.entries(packages)) {
    if (link !== true || !wanted(place)) continue
    const at = join(folder, place)
    await mkdir(dirname(at), { recursive: true })
    await symlink(relative(dirname(at), join(folder, resolved)), at)
  }
}

/** All that is installed here, each package by a link. */
const linkAll = async (folder: string): Promise<void> => {
  const [ours, theirs] = [join(REPOSITORY, 'node_modules'), join(folder, 'node_modules')]
  await mkdir(theirs, { recursive: true })
  for (const name of await readdir(ours))
    if (name !== basename(OURS)) await symlink(join(ours, name), join(theirs, name))
  await linkOwn(folder, () => true)
}

/** What `npm ci` with these options chooses, as npm says of the packages that are installed here. */
const chosenPlaces = async (options: readonly string[]): Promise<readonly string[]> => {
  const npm = process.env['npm_execpath']
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
  const args = [...first, 'ls', '--all', '--parseable', '--loglevel=error', ...options]
  const { stdout } = await exec(program, args, { cwd: REPOSITORY, maxBuffer: MOST_OUTPUT })
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((path) => relative(REPOSITORY, path))
}

/** No links, so that nothing in the image leads out of it. */
const plantChosen = async (folder: string, options: readonly string[]): Promise<void> => {
  const places = new Set(await chosenPlaces(options))
  // A package that is installed within another one comes after it, and was not planted with it.
  for (const place of [...places].sort()) {
    if (!place.startsWith('node_modules/') || place.startsWith(OURS)) continue
    mkdirSync(dirname(join(folder, place)), { recursive: true })
    plant(join(REPOSITORY, place), join(folder, place), (path) => !path.endsWith('/node_modules'))
  }
  await linkOwn(folder, (place) => places.has(place))
}

/**
 * Stands for `npm ci` with these options, without a network: the packages that npm would choose, from those that are
 * installed here. All of them are links; a choice is there by itself.
 */
export const installPackages = (folder: string, options: readonly string[]): Promise<void> => {
  const choice = options.filter((option) => option !== '--ignore-scripts')
  return choice.length === 0 ? linkAll(folder) : plantChosen(folder, choice)
}
