// npm run bench [-- its arguments]: runs the benchmarks on a MariaDB, a PostgreSQL and a RabbitMQ of their
// own, unless others are named (CONTRIBUTING.md).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpack } from './engines/unpack.mjs'
import { prepare } from './prepare.mjs'
import { main, root, runNode } from './run.mjs'
import { withServers } from './servers.mjs'

// Large enough that neither the buffer pool nor the log limits the measurement.
const mariadb = { bufferPoolMiB: 1024, logFileMiB: 512 }
const postgres = { sharedBuffersMiB: 1024, maxWalMiB: 8192 }

/** The Node options of deployed hosts. */
const deployed = () => {
  const common = readFileSync(join(root, 'deploy/systemd/postrider-.service.d/common.conf'), 'utf8')
  return /^Environment=NODE_OPTIONS=(.*)$/m.exec(common)[1]
}

/** Whether the arguments name MySQL's plane, which needs an unpacked MySQL. */
const needsMysql = (args) =>
  args.some((arg, at) => args[at - 1] === '--only' && arg.split(',').includes('mysql'))

const USAGE = `
npm run bench [-- OPTIONS]

Measures each plane next to its baseline, on databases and a broker of its own. docs/benchmarks.md explains the figures.

  --only NAMES         with commas: acceptance, engines, mysql, sending, fairness, dispatch, outage, growth, platform, purge, memory, providers,
                       control, timing, feed, console, webhooks, targets
  --seconds N          how long each measurement takes (4)
  --rounds N           how often each is repeated (3)
  --messages N         the backlog of dispatch (40000)
  --stored N           the messages that are stored before (1000000)
  --quick              the smallest of each, to see that all of it runs
  --long               the long version of --only targets
  --organizations N    Organizations of --only platform (5000), each with 4 apps and 10 credentials; --stored has its messages
  --parts NAMES        parts of --only growth, with commas: changes, neighbors, organizations, drains, reader, purge (all)
  --samples N          samples of --only timing (300)
  --seed N             seed of --only timing

Compare with another commit:

  --against REV        the commit
  --plane NAMES        both, all, or names with commas: acceptance, crowd, organizations, dry-run, batch, dispatch, reads, control (both)
  --engine NAME        mariadb, sqlite or both (mariadb)
  --at-most N          the ratio that a plane may cost (1.03, dispatch 1.08)
  --pairs N            pairs of runs (15)
  --most-pairs N       pairs if the interval stays wide (60)
  --pair-seconds N     seconds of a run (5)
`

await main(async (args) => {
  await prepare()
  if (needsMysql(args)) await unpack(['mysql'])
  const { NODE_OPTIONS = deployed() } = process.env
  const run = (env) =>
    runNode(join(root, 'bench/dist/benchmarks/main.js'), args, { env: { ...env, NODE_OPTIONS } })
  return withServers(run, { mariadb, postgres })
}, USAGE)
