// npm run bench [-- its arguments]: on a MariaDB, a PostgreSQL and a RabbitMQ of their own, unless others are named (CONTRIBUTING.md).
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { main, root, runNode } from './run.mjs'
import { withServers } from './servers.mjs'

// Large enough that neither the buffer pool nor the log is what is measured.
const mariadb = { bufferPoolMiB: 1024, logFileMiB: 512 }
const postgres = { sharedBuffersMiB: 1024, maxWalMiB: 8192 }

await main(async (args) => {
  await prepare()
  return withServers((env) => runNode(join(root, 'test/dist/bench/main.js'), args, { env }), {
    mariadb,
    postgres,
  })
})
