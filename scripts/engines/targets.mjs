// The targets of `npm run test:engines`: the suites of each, and the unpacked servers that they run on.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsOf } from '../needs.mjs'
import { Failure, root } from '../run.mjs'
import { compiledTests } from '../test-files.mjs'

/** Folders of compiled tests, or files. */
const suites = {
  storage: [
    'test/dist/adapters/storage-sql',
    'test/dist/servers/servers.test.js',
    'test/dist/servers/fault-proxy.test.js',
  ],
  postgres: ['test/dist/adapters/storage-postgres'],
  queue: [
    'test/dist/adapters/queue',
    'test/dist/adapters/queue-rabbitmq',
    'test/dist/servers/servers.test.js',
  ],
  hosts: ['test/dist/hosts'],
  crash: ['test/dist/crash', 'test/dist/callbacks'],
  campaigns: ['bench/dist/campaigns'],
  clusters: ['test/dist/engines', 'bench/dist/campaigns/clusters/small-clusters.js'],
  runtime: ['mysql-conformance', 'sqlite-conformance', 'sqlite-engine', 'sqlite-libraries', 'migrations'].map(
    (name) => `test/dist/adapters/storage-sql/${name}.test.js`,
  ),
}

/**
 * `kind` is the subject of the tests: only tests that need it run. `engines` are the unpacked servers;
 * everything else is from the machine.
 */
const servers = [
  {
    name: 'mysql-9.7',
    kind: 'mysql',
    engines: ['mysql', 'rabbitmq', 'postgres'],
    suites: ['storage', 'hosts', 'crash', 'campaigns'],
    isSmall: true,
  },
  {
    name: 'mariadb-11.8',
    kind: 'mysql',
    engines: ['mariadb', 'rabbitmq', 'postgres'],
    suites: ['storage', 'hosts', 'crash', 'campaigns'],
  },
  {
    name: 'postgresql-18',
    kind: 'postgres',
    engines: ['postgres', 'rabbitmq'],
    suites: ['postgres', 'hosts'],
  },
  { name: 'rabbitmq-4.3', kind: 'amqp', engines: ['rabbitmq'], suites: ['queue'] },
]

/** Exact versions of packages on npm. */
const runtimes = [
  { name: 'node-24', engines: ['mysql'], suites: ['runtime'], node: '24.21.0' },
  { name: 'node-26', engines: ['mysql'], suites: ['runtime'], node: '26.10.0' },
]

/** Small campaigns that start clusters of unpacked servers themselves. */
const clusters = {
  name: 'clusters',
  engines: ['mysql', 'mariadb', 'postgres', 'rabbitmq'],
  suites: ['clusters'],
  startsItsOwn: true,
}

const targets = [...servers, clusters, ...runtimes]

/** The quick part: tests that most often fail on MySQL. */
const small = (target) => ({ ...target, engines: ['mysql'], suites: ['storage', 'hosts'] })

/** The targets that the options select. `--only` takes names or prefixes, separated by commas. */
export const targetsOf = ({ only, isSmall }) => {
  const chosen = (isSmall ? targets.filter((target) => target.isSmall).map(small) : targets).filter(
    ({ name }) => only === undefined || only.some((beginning) => name.startsWith(beginning)),
  )
  if (chosen.length > 0) return chosen
  throw new Failure(`--only takes ${targets.map(({ name }) => name).join(', ')}, or how some of them begin.`)
}

const filesBelow = (path) => (path.endsWith('.js') ? [path] : compiledTests([path]))

/**
 * Words that show that a host's test uses the server. Most host tests use SQLite, but import code that could
 * use another one.
 */
const words = { mysql: /mysql|mariadb|createDatabase|migratedDatabase|LIVE_ENGINES/i, postgres: /postgres/i }

const isAbout = (file, kind) => words[kind].test(readFileSync(join(root, file), 'utf8'))

/**
 * The files of a suite for a target. Tests of pages in a browser run only in `npm test`; a campaign may have
 * a page.
 */
export const filesOf = (suite, kind) =>
  suites[suite]
    .flatMap(filesBelow)
    .filter((file) => {
      const needs = needsOf([file])
      if ((suite === 'hosts' && needs.has('browser')) || (kind !== undefined && !needs.has(kind)))
        return false
      return suite !== 'hosts' || isAbout(file, kind)
    })
    .sort()
