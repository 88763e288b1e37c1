import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

interface Unpacking {
  /** Its name in error messages and tables. */
  readonly title: string
  /** Debian's packages; their dependencies are unpacked too. */
  readonly packages: readonly string[]
  /** The package with the server's version. */
  readonly versionOf: string
}

/** Programs that server scripts call without a dependency, because Debian always has them. */
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

/** A server that is newer in Debian sid than on the machine. */
export type UnpackedEngine = keyof typeof unpackings

export const unpackedEngines = Object.keys(unpackings) as UnpackedEngine[]

export const unpackingOf = (engine: UnpackedEngine): Unpacking => unpackings[engine]

/** The directory of unpacked servers: POSTRIDER_ENGINES_DIR, or a directory in the user's cache. */
export const enginesFolder = (): string => {
  const given = process.env['POSTRIDER_ENGINES_DIR'] ?? ''
  if (given !== '') return given
  const cache = process.env['XDG_CACHE_HOME'] ?? ''
  return join(cache === '' ? join(homedir(), '.cache') : cache, 'postrider', 'engines')
}

/** The record of an unpacked server: its version, and those of its packages. */
export interface UnpackedRecord {
  readonly version: string
  readonly packages: readonly string[]
}

export const rootOf = (engine: UnpackedEngine): string => join(enginesFolder(), engine)

export const recordFile = (root: string): string => join(root, 'unpacked.json')

/** Undefined until the server is completely unpacked. */
export const unpackedRecord = (engine: UnpackedEngine): UnpackedRecord | undefined => {
  const file = recordFile(rootOf(engine))
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as UnpackedRecord) : undefined
}

/** The root directory of an unpacked server. If it is missing, throws with the command to run. */
export const unpackedRoot = (engine: UnpackedEngine): string => {
  if (unpackedRecord(engine) !== undefined) return rootOf(engine)
  throw new Error(
    `${unpackings[engine].title} is not unpacked in ${enginesFolder()}: run \`npm run test:engines -- --unpack\``,
  )
}

/** The users of servers in roots, which are independent of the machine's. */
export const usersInRoots = { root: 0, nobody: 65534, mysql: 901, postgres: 902 }

/**
 * The root of an engine that replaces the machine's in this run: `npm run test:engines` lists them in
 * POSTRIDER_TEST_ENGINES, separated by commas.
 */
export const rootInUse = (engine: UnpackedEngine): string | undefined =>
  (process.env['POSTRIDER_TEST_ENGINES'] ?? '').split(',').includes(engine) ? unpackedRoot(engine) : undefined
