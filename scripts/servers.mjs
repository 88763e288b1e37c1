// The temporary MariaDB, PostgreSQL and RabbitMQ of `npm test` and `npm run bench`, and the programs of some
// tests. The code that starts them belongs to the tests (test/src/servers), so it is imported after
// `prepare`.
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure, root, run } from './run.mjs'

const kinds = {
  mysql: {
    variable: 'POSTRIDER_TEST_MYSQL_URL',
    debianPackage: 'mariadb-server',
    binaries: ['mariadbd', 'mariadbInstallDb'],
    engines: ['mysql', 'mariadb'],
  },
  postgres: {
    variable: 'POSTRIDER_TEST_POSTGRES_URL',
    debianPackage: 'postgresql',
    binaries: ['postgres', 'initdb', 'pgDump', 'psql'],
    engines: ['postgres'],
  },
  amqp: {
    variable: 'POSTRIDER_TEST_AMQP_URL',
    debianPackage: 'rabbitmq-server',
    binaries: ['rabbitmqServer', 'epmd'],
    engines: ['rabbitmq'],
  },
}

/** Programs that tests start themselves. */
const programs = {
  browser: { debianPackage: 'chromium-headless-shell', binaries: ['chromium'] },
  prometheus: { debianPackage: 'prometheus', binaries: ['prometheus', 'promtool'] },
  systemd: { debianPackage: 'systemd', binaries: ['systemdAnalyze'] },
  kannel: { debianPackage: 'kannel', binaries: ['bearerbox', 'smsbox'] },
  exim: { debianPackage: 'exim4-daemon-light', binaries: ['exim'] },
  dkim: { debianPackage: 'python3-dkim', binaries: ['dkimPython'] },
  aiosmtpd: { debianPackage: 'python3-aiosmtpd', binaries: ['aiosmtpd'] },
  kannelExtras: { debianPackage: 'kannel-extras', binaries: ['driveSmpp'] },
  redis: { debianPackage: 'redis-server', binaries: ['redisServer'] },
  go: { debianPackage: 'golang-go', binaries: ['go'] },
  python: { debianPackage: 'python3', binaries: ['python3'] },
  php: { debianPackage: 'php-cli', binaries: ['php'] },
  curl: { debianPackage: 'curl', binaries: ['curl'] },
  smpp: { debianPackage: 'libnet-smpp-perl', binaries: ['perl', 'netSmpp'] },
}

const compiled = (name) => import(join(root, 'test/dist/servers', `${name}.js`))

/** Whether an unpacked server (`npm run test:engines`) is started for it. */
const isUnpacked = ({ engines = [] }) =>
  (process.env.POSTRIDER_TEST_ENGINES ?? '').split(',').some((engine) => engines.includes(engine))

const isGiven = ({ variable }) => variable !== undefined && (process.env[variable] ?? '') !== ''

const apt = async (args) => {
  const code = await run('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  if (code !== 0) throw new Failure(`apt-get ${args.join(' ')} failed with exit code ${code}.`)
}

/** The variables with which servers can be given instead. */
const alternatives = (lacking) => {
  const variables = lacking.flatMap(({ variable }) => (variable === undefined ? [] : [variable]))
  return variables.length === 0
    ? ''
    : `, or name servers that may be filled with test data in ${variables.join(' and ')}`
}

const installMissing = async (needs) => {
  const { missingBinaries } = await compiled('binaries')
  const lacking = () =>
    Object.entries({ ...kinds, ...programs })
      .filter(([name]) => needs.has(name))
      .map(([, kind]) => kind)
      .filter((kind) => !isGiven(kind) && !isUnpacked(kind) && missingBinaries(kind.binaries).length > 0)
  const packages = lacking().map((kind) => kind.debianPackage)
  if (packages.length === 0) return
  const canInstall = process.getuid?.() === 0 && process.platform === 'linux'
  if (!canInstall)
    throw new Failure(
      `This machine lacks ${packages.join(' and ')}. Install what is missing (on Debian: ` +
        `sudo apt-get install ${packages.join(' ')}; it need not be running)${alternatives(lacking())}.`,
    )
  console.error(`Installing ${packages.join(' and ')} with apt-get ...`)
  await apt(['update', '-qq'])
  await apt(['install', '-y', '-qq', '--no-install-recommends', ...packages])
  if (lacking().length > 0)
    throw new Failure(`${packages.join(' and ')} were installed, but their programs were not found.`)
}

const starters = {
  mysql: async (options) => (await compiled('mysql')).startMysqlInUse(options.mariadb),
  postgres: async (options) => (await compiled('postgres')).startPostgres(options.postgres),
  amqp: async () => (await compiled('rabbitmq')).startRabbitmq(),
}

/**
 * Starts the servers that are needed and not given. Each running one is in `started`, even if another one
 * failed.
 */
const startAll = async (options, needs, started) => {
  const env = {}
  const wanted = Object.entries(kinds).filter(([name, kind]) => needs.has(name) && !isGiven(kind))
  const results = await Promise.allSettled(
    wanted.map(async ([name, { variable }]) => {
      const server = await starters[name](options)
      started.push(server)
      env[variable] = server.url
    }),
  )
  const failure = results.find(({ status }) => status === 'rejected')
  if (failure !== undefined) throw new Failure(failure.reason.message)
  return env
}

/** Explains later failures by a server that has ended. */
const tellOfDeaths = (started) => {
  for (const server of started) {
    const death = server.death()
    if (death !== undefined) console.error(`\n${death}\n`)
  }
}

/** The exit code of a program that a signal ended. */
const INTERRUPTED = 130

/** All servers, by default. */
const SERVERS = new Set(Object.keys(kinds))

const MEMORY = '/dev/shm'
const MEMORY_NEEDED = 8 * 1024 ** 3

/** Whether there is enough memory for the servers' data. In memory, no commit waits for a disk. */
const hasMemory = async () => {
  if (process.env.TMPDIR !== undefined) return false
  try {
    const { bavail, bsize } = await statfs(MEMORY)
    return Math.min(bavail * bsize, freemem()) >= MEMORY_NEEDED
  } catch {
    return false
  }
}

/**
 * Calls `body` with the environment variables of the servers, and always removes the servers afterwards.
 * Signals are handled by the program that `body` runs; while the servers start, a signal stops the wait for
 * them.
 */
export const withServers = async (body, options = {}) => {
  const { needs = SERVERS, inMemory = false } = options
  await installMissing(needs)
  const parent = inMemory && (await hasMemory()) ? MEMORY : tmpdir()
  const directory = await mkdtemp(join(parent, 'postrider-test-'))
  process.env.POSTRIDER_TEST_DIR = directory
  const started = []
  let isInterrupted = false
  const interrupt = () => (isInterrupted = true)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
  try {
    const env = await startAll(options, needs, started)
    if (isInterrupted) throw new Failure('Interrupted.', INTERRUPTED)
    const code = await body({ ...process.env, ...env })
    // An interrupted run without failures hasn't passed either.
    return isInterrupted && code === 0 ? INTERRUPTED : code
  } finally {
    tellOfDeaths(started)
    await Promise.allSettled(started.map((server) => server.stop()))
    const { killStrays } = await compiled('strays')
    killStrays()
    const { removeDataInRoots } = await compiled('run-directory')
    removeDataInRoots()
    await rm(directory, { recursive: true, force: true })
  }
}
