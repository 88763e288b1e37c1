// npm run bench [-- its arguments]: on a MariaDB, a PostgreSQL and a RabbitMQ of their own, unless others are named (CONTRIBUTING.md).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpack } from './engines/unpack.mjs'
import { prepare } from './prepare.mjs'
import { main, root, runNode } from './run.mjs'
import { withServers } from './servers.mjs'

// Large enough that neither the buffer pool nor the log is what is measured.
const mariadb = { bufferPoolMiB: 1024, logFileMiB: 512 }
const postgres = { sharedBuffersMiB: 1024, maxWalMiB: 8192 }

/** What Node is told where hosts are deployed. */
const deployed = () => {
  const common = readFileSync(join(root, 'deploy/systemd/postrider-.service.d/common.conf'), 'utf8')
  return /^Environment=NODE_OPTIONS=(.*)$/m.exec(common)[1]
}

/** MySQL is unpacked if the arguments name its plane. */
const needsMysql = (args) =>
  args.some((arg, at) => args[at - 1] === '--only' && arg.split(',').includes('mysql'))

await main(async (args) => {
  await prepare()
  if (needsMysql(args)) await unpack(['mysql'])
  const { NODE_OPTIONS = deployed() } = process.env
  const run = (env) => runNode(join(root, 'test/dist/bench/main.js'), args, { env: { ...env, NODE_OPTIONS } })
  return withServers(run, { mariadb, postgres })
})
