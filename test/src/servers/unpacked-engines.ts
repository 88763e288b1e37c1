import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

interface Unpacking {
  /** What error messages and tables call it. */
  readonly title: string
  /** Debian's packages; what they depend on is unpacked with them. */
  readonly packages: readonly string[]
  /** The package whose version is the server's. */
  readonly versionOf: string
}

/** What scripts of servers call without depending on it: on Debian it is always there. */
const shell = [
  'libc-bin',
  'bash',
  'dash',
  'coreutils',
  'sed',
  'grep',
  'gawk',
  'findutils',
  'hostname',
  'procps',
]

const unpackings = {
  mysql: { title: 'MySQL', packages: ['mysql-server-core'], versionOf: 'mysql-server-core' },
  mariadb: {
    title: 'MariaDB',
    packages: ['mariadb-server', 'galera-4', 'rsync', ...shell],
    versionOf: 'mariadb-server',
  },
  postgres: { title: 'PostgreSQL', packages: ['postgresql-18', ...shell], versionOf: 'postgresql-18' },
  rabbitmq: { title: 'RabbitMQ', packages: ['rabbitmq-server', ...shell], versionOf: 'rabbitmq-server' },
  haproxy: { title: 'HAProxy', packages: ['haproxy'], versionOf: 'haproxy' },
} satisfies Record<string, Unpacking>

/** A server that Debian sid has in a newer version than the machine. */
export type UnpackedEngine = keyof typeof unpackings

export const unpackedEngines = Object.keys(unpackings) as UnpackedEngine[]

export const unpackingOf = (engine: UnpackedEngine): Unpacking => unpackings[engine]

/** Where unpacked servers are kept: POSTRIDER_ENGINES_DIR, or a folder of the user's cache. */
export const enginesFolder = (): string => {
  const given = process.env['POSTRIDER_ENGINES_DIR'] ?? ''
  if (given !== '') return given
  const cache = process.env['XDG_CACHE_HOME'] ?? ''
  return join(cache === '' ? join(homedir(), '.cache') : cache, 'postrider', 'engines')
}

/** What was unpacked: the server's version, and that of each package with it. */
export interface UnpackedRecord {
  readonly version: string
  readonly packages: readonly string[]
}

export const rootOf = (engine: UnpackedEngine): string => join(enginesFolder(), engine)

export const recordFile = (root: string): string => join(root, 'unpacked.json')

/** Undefined until the server is unpacked whole. */
export const unpackedRecord = (engine: UnpackedEngine): UnpackedRecord | undefined => {
  const file = recordFile(rootOf(engine))
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as UnpackedRecord) : undefined
}

/** The root folder of an unpacked server; throws with what to do when it isn't unpacked. */
export const unpackedRoot = (engine: UnpackedEngine): string => {
  if (unpackedRecord(engine) !== undefined) return rootOf(engine)
  throw new Error(
    `${unpackings[engine].title} is not unpacked in ${enginesFolder()}: run \`npm run test:engines -- --unpack\``,
  )
}

/** The users of servers in roots, which have nothing to do with the machine's. */
export const usersInRoots = { root: 0, nobody: 65534, mysql: 901, postgres: 902 }

/**
 * The root of an engine that stands in for the machine's in this run: `npm run test:engines` names those in
 * POSTRIDER_TEST_ENGINES, with commas between.
 */
export const rootInUse = (engine: UnpackedEngine): string | undefined =>
  (process.env['POSTRIDER_TEST_ENGINES'] ?? '').split(',').includes(engine) ? unpackedRoot(engine) : undefined
