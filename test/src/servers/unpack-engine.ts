import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, hostname } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { RUN_PARENTS } from './run-directory.js'
import {
  enginesFolder,
  recordFile,
  rootOf,
  unpackedRecord,
  unpackingOf,
  usersInRoots,
  type UnpackedEngine,
  type UnpackedRecord,
} from './unpacked-engines.js'

const command = promisify(execFile)

/** A failure that a person can act on. */
export class CannotUnpack extends Error {}

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** Programs run in their root with chroot, and devices are created with mknod: both require root. */
const checkMachine = (): void => {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && existsSync(KEYRING)) return
  throw new CannotUnpack(
    'Newer servers can be unpacked only as root on Debian (with apt-get and debian-archive-keyring). Elsewhere, name ' +
      'servers that may be filled with test data in POSTRIDER_TEST_MYSQL_URL, POSTRIDER_TEST_POSTGRES_URL and ' +
      'POSTRIDER_TEST_AMQP_URL.',
  )
}

/** The mirror of this machine's apt packages. */
const mirror = async (): Promise<string> => {
  const { stdout } = await command('apt-get', ['indextargets', '--format', '$(SITE)', 'Created-By: Packages'])
  const site = stdout.split('\n').find((line) => /\/debian\/?$/.test(line))
  if (site !== undefined) return site
  throw new CannotUnpack(
    'apt has no Debian mirror on this machine, so that newer servers cannot be unpacked.',
  )
}

/** apt with its own lists and packages, separate from the machine's, as if nothing were installed. */
const aptIn = (folder: string) => {
  const settings = {
    'Dir::State': join(folder, 'state'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'Dir::Etc::SourceList': join(folder, 'sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::Etc::Preferences': '/dev/null',
    'Dir::Etc::PreferencesParts': '/dev/null',
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    // A mirror may be outdated for weeks; its content is still signed.
    'Acquire::Check-Valid-Until': 'false',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  return (...args: readonly string[]) =>
    command('apt-get', [...options, ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
      maxBuffer: 2 ** 26,
      timeout: 600_000,
    })
}

type Apt = ReturnType<typeof aptIn>

/** Downloads sid's package list into a temporary directory. */
const withApt = async <A>(body: (apt: Apt, archives: string) => Promise<A>): Promise<A> => {
  const folder = join(enginesFolder(), `apt-${process.pid}`)
  const archives = join(folder, 'cache', 'archives')
  await mkdir(join(folder, 'state', 'lists', 'partial'), { recursive: true })
  await mkdir(join(archives, 'partial'), { recursive: true })
  await writeFile(join(folder, 'status'), '')
  await writeFile(join(folder, 'sources.list'), `deb [signed-by=${KEYRING}] ${await mirror()} sid main\n`)
  try {
    const apt = aptIn(folder)
    await apt('update', '-qq')
    return await body(apt, archives)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Documentation is skipped, because it is a third of the files. */
const UNREAD = ['doc', 'man', 'locale', 'info'].map((name) => `--exclude=./usr/share/${name}`)

const extract = (archive: string, root: string) =>
  command('sh', [
    '-c',
    `dpkg-deb --fsys-tarfile "$0" | tar --extract --keep-directory-symlink --directory "$1" ${UNREAD.join(' ')}`,
    archive,
    root,
  ])

const extractAll = async (archives: readonly string[], root: string): Promise<void> => {
  const open = [...archives]
  const work = async (): Promise<void> => {
    for (let next = open.pop(); next !== undefined; next = open.pop()) await extract(next, root)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}

const DEVICES = { null: 3, zero: 5, full: 7, random: 8, urandom: 9 }

/** Does the setup of the packages' own scripts, which aren't run. */
const complete = async (root: string): Promise<void> => {
  for (const name of ['bin', 'sbin', 'lib', 'lib64'])
    if (!existsSync(join(root, name))) await symlink(`usr/${name}`, join(root, name))
  if (existsSync(join(root, 'usr/bin/gawk'))) await symlink('gawk', join(root, 'usr/bin/awk'))
  for (const name of ['data', 'dev', 'etc', 'proc', 'root', 'run', 'tmp'])
    await mkdir(join(root, name), { recursive: true })
  await chmod(join(root, 'tmp'), 0o1777)
  const users = Object.entries(usersInRoots)
  const account = ([name, id]: readonly [string, number]) => `${name}:x:${id}:${id}::/data:/bin/sh\n`
  await writeFile(join(root, 'etc/passwd'), users.map(account).join(''))
  await writeFile(join(root, 'etc/group'), users.map(([name, id]) => `${name}:x:${id}:\n`).join(''))
  await writeFile(join(root, 'etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files\n')
  for (const [name, minor] of Object.entries(DEVICES))
    await command('mknod', ['-m', '666', join(root, 'dev', name), 'c', '1', String(minor)])
}

/** Neither MariaDB nor RabbitMQ starts without these names; the machine's own may have changed. */
const nameHosts = (root: string): Promise<void> =>
  writeFile(join(root, 'etc/hosts'), `127.0.0.1 localhost ${hostname()}\n`)

const versionIn = (archives: readonly string[], name: string): string => {
  const archive = archives.find((file) => file.startsWith(`${name}_`)) ?? ''
  return decodeURIComponent(archive.split('_')[1] ?? '').replace(/^\d+:/, '')
}

/**
 * The files of the engine's packages. apt doesn't list files that it has already downloaded, so the directory
 * must be empty.
 */
const filesOf = async (engine: UnpackedEngine, apt: Apt): Promise<readonly string[]> => {
  const { stdout } = await apt('install', '-qq', '--print-uris', ...unpackingOf(engine).packages)
  return stdout.split('\n').flatMap((line) => line.split(' ')[1] ?? [])
}

const unpackOne = async (
  engine: UnpackedEngine,
  files: readonly string[],
  archives: string,
): Promise<void> => {
  const draft = `${rootOf(engine)}-${process.pid}`
  try {
    await mkdir(draft, { recursive: true })
    await extractAll(
      files.map((file) => join(archives, file)),
      draft,
    )
    await complete(draft)
    const record: UnpackedRecord = {
      version: versionIn(files, unpackingOf(engine).versionOf),
      packages: files,
    }
    await writeFile(recordFile(draft), `${JSON.stringify(record, undefined, 2)}\n`)
    await rm(rootOf(engine), { recursive: true, force: true })
    await rename(draft, rootOf(engine))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

export interface UnpackOptions {
  /** Unpacks existing servers again, in sid's current version. */
  readonly isRenewed?: boolean
  /** Gets a sentence for each step. */
  readonly say: (step: string) => void
}

/** Removes the data of killed runs, whose own directory is already gone. */
const removeOldData = async (root: string): Promise<void> => {
  const data = join(root, 'data')
  for (const run of await readdir(data))
    if (!RUN_PARENTS.some((parent) => existsSync(join(parent, run))))
      await rm(join(data, run), { recursive: true, force: true })
}

/** Unpacks missing servers from Debian sid, into directories that are kept for the next time. */
export const unpackEngines = async (
  engines: readonly UnpackedEngine[],
  { isRenewed = false, say }: UnpackOptions,
): Promise<void> => {
  checkMachine()
  const lacking = engines.filter((engine) => isRenewed || unpackedRecord(engine) === undefined)
  if (lacking.length > 0) {
    say("Downloading sid's list of packages")
    await withApt(async (apt, archives) => {
      const files = new Map<UnpackedEngine, readonly string[]>()
      for (const engine of lacking) files.set(engine, await filesOf(engine, apt))
      for (const engine of lacking) {
        const { title, packages } = unpackingOf(engine)
        say(`Downloading ${title}`)
        await apt('install', '-qq', '-y', '--download-only', ...packages)
        say(`Unpacking ${title}`)
        await unpackOne(engine, files.get(engine) ?? [], archives)
      }
    })
  }
  for (const root of engines.map(rootOf)) {
    await nameHosts(root)
    await removeOldData(root)
  }
}
