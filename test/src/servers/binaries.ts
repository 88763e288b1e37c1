import { accessSync, constants, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runDirectory } from './run-directory.js'
import { rootInUse } from './unpacked-engines.js'

// Debian keeps servers in sbin directories that aren't on an ordinary user's PATH. It keeps the real RabbitMQ
// script in its library directory: the one in sbin switches to the user rabbitmq and so can't run a private
// broker.
const beyondPath = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
  '/opt/homebrew/sbin',
]
const POSTGRES = '/usr/lib/postgresql'
const rabbitmqFolders = ['/usr/lib/rabbitmq/bin']

/** Debian keeps each release in its own directory; the newest one is first. */
const postgresFolders = (): readonly string[] => {
  try {
    const releases = readdirSync(POSTGRES).sort((one, other) => Number(other) - Number(one))
    return releases.map((release) => join(POSTGRES, release, 'bin'))
  } catch {
    return []
  }
}

/**
 * A client of the unpacked PostgreSQL, if it is in use: `pg_dump` refuses servers newer than itself. It is
 * loaded with the libraries of its root, and sees the files of this machine.
 */
const unpackedPostgresClient = (name: string): string | undefined => {
  const root = rootInUse('postgres')
  if (root === undefined) return undefined
  const folder = join(runDirectory(), 'postgres-clients')
  const path = join(folder, name)
  if (existsSync(path)) return path
  const libraries = readdirSync(join(root, 'usr/lib'))
    .filter((each) => each.endsWith('-linux-gnu'))
    .map((each) => join(root, 'usr/lib', each))
  const [loader = ''] = readdirSync(join(root, 'usr/lib64')).filter((each) => each.startsWith('ld-linux'))
  const command = `'${join(root, 'usr/lib64', loader)}' --library-path '${libraries.join(':')}'`
  mkdirSync(folder, { recursive: true })
  const program = join(root, 'usr/lib/postgresql/18/bin', name)
  writeFileSync(path, `#!/bin/sh\nexec ${command} '${program}' "$@"\n`, { mode: 0o755 })
  return path
}

const isThere = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

const find = (names: readonly string[], firstFolders: readonly string[] = []): string | undefined => {
  const folders = [...firstFolders, ...(process.env['PATH'] ?? '').split(delimiter), ...beyondPath]
  return names
    .flatMap((name) => folders.filter((folder) => folder !== '').map((folder) => join(folder, name)))
    .find((path) => isThere(path, constants.X_OK))
}

/** Searches the module directories of Debian's Perl and of the environment. */
const findModule = (name: string): string | undefined =>
  [...(process.env['PERL5LIB'] ?? '').split(delimiter), '/usr/share/perl5', '/usr/local/share/perl5']
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => isThere(path, constants.R_OK))

/** Debian's Python, if it has the module. */
const findPythonWith = (module: string): string | undefined =>
  isThere(join('/usr/lib/python3/dist-packages', module), constants.R_OK) &&
  isThere('/usr/bin/python3', constants.X_OK)
    ? '/usr/bin/python3'
    : undefined

const lookUps = {
  mariadbd: () => find(['mariadbd', 'mysqld']),
  mariadbInstallDb: () => find(['mariadb-install-db', 'mysql_install_db']),
  postgres: () => find(['postgres'], postgresFolders()),
  initdb: () => find(['initdb'], postgresFolders()),
  pgDump: () => unpackedPostgresClient('pg_dump') ?? find(['pg_dump'], postgresFolders()),
  psql: () => unpackedPostgresClient('psql') ?? find(['psql'], postgresFolders()),
  rabbitmqServer: () => find(['rabbitmq-server'], rabbitmqFolders),
  rabbitmqctl: () => find(['rabbitmqctl'], rabbitmqFolders),
  epmd: () => find(['epmd']),
  prometheus: () => find(['prometheus']),
  promtool: () => find(['promtool']),
  chromium: () => find(['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']),
  systemdAnalyze: () => find(['systemd-analyze']),
  bearerbox: () => find(['bearerbox']),
  smsbox: () => find(['smsbox']),
  perl: () => find(['perl']),
  driveSmpp: () => find(['drive_smpp'], ['/usr/lib/kannel/test']),
  netSmpp: () => findModule('Net/SMPP.pm'),
  exim: () => find(['exim4']),
  aiosmtpd: () => find(['aiosmtpd']),
  dkimPython: () => findPythonWith('dkim/__init__.py'),
  redisServer: () => find(['redis-server']),
  wrk: () => find(['wrk']),
  go: () => find(['go'], ['/usr/local/go/bin']),
  python3: () => find(['python3']),
  php: () => find(['php']),
  curl: () => find(['curl']),
}

/** A program that the tests need besides Node. */
export type Binary = keyof typeof lookUps

/** The path of the program, or an error that says what to install. */
export const binary = (name: Binary): string => {
  const path = lookUps[name]()
  if (path !== undefined) return path
  throw new Error(
    `the program for ${name} was not found: install mariadb-server, rabbitmq-server, postgresql, chromium-headless-shell, prometheus, systemd, kannel, kannel-extras, libnet-smpp-perl, exim4-daemon-light, python3-aiosmtpd, python3-dkim, redis-server, golang-go, python3, php-cli and curl`,
  )
}

/** The programs of `wanted` that are missing on this machine. */
export const missingBinaries = (wanted: readonly Binary[]): Binary[] =>
  wanted.filter((name) => lookUps[name]() === undefined)
