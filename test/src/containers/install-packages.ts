import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY } from './build-context.js'
import { plant } from './plant.js'

const exec = promisify(execFile)

/** The folder in which npm links the packages of the repository itself. */
const OURS = 'node_modules/@postrider'

const MOST_OUTPUT = 16 * 1024 * 1024

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly link?: boolean; readonly resolved?: string }>>
}

/** Links our own packages like npm, each to its folder in the target tree. */
const linkOwn = async (folder: string, wanted: (place: string) => boolean): Promise<void> => {
  const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as Lockfile
  for (const [place, { link, resolved = '' }] of Object.entries(packages)) {
    if (link !== true || !wanted(place)) continue
    const at = join(folder, place)
    await mkdir(dirname(at), { recursive: true })
    await symlink(relative(dirname(at), join(folder, resolved)), at)
  }
}

/** Links every package that is installed here. */
const linkAll = async (folder: string): Promise<void> => {
  const [ours, theirs] = [join(REPOSITORY, 'node_modules'), join(folder, 'node_modules')]
  await mkdir(theirs, { recursive: true })
  for (const name of await readdir(ours))
    if (name !== basename(OURS)) await symlink(join(ours, name), join(theirs, name))
  await linkOwn(folder, () => true)
}

/** Links the packages of a folder with a lockfile of its own. */
const linkFolder = async (folder: string, prefix: string): Promise<void> => {
  const place = join(prefix, 'node_modules')
  await symlink(join(REPOSITORY, place), join(folder, place))
}

/** Returns npm's selection for `npm ci` with these options, among the packages that are installed here. */
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

/** Without links, so that nothing in the image leads out of it. */
const plantChosen = async (folder: string, options: readonly string[]): Promise<void> => {
  const places = new Set(await chosenPlaces(options))
  // A package within another one comes after it, and wasn't copied with it.
  for (const place of [...places].sort()) {
    if (!place.startsWith('node_modules/') || place.startsWith(OURS)) continue
    mkdirSync(dirname(join(folder, place)), { recursive: true })
    plant(join(REPOSITORY, place), join(folder, place), (path) => !path.endsWith('/node_modules'))
  }
  await linkOwn(folder, (place) => places.has(place))
}

/**
 * Replaces `npm ci` with these options, without a network: it takes the packages that npm would choose from
 * those that are installed here. All of them are links, while a selection is copied.
 */
export const installPackages = (folder: string, options: readonly string[]): Promise<void> => {
  if (options[0] === '--prefix') return linkFolder(folder, options[1] ?? '')
  const choice = options.filter((option) => option !== '--ignore-scripts')
  return choice.length === 0 ? linkAll(folder) : plantChosen(folder, choice)
}
