// npm run campaign -- NAME: a long trial, on a MariaDB and a RabbitMQ of its own unless others are named, and a message centre in Perl.
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { main, root, runNode } from './run.mjs'
import { withServers } from './servers.mjs'

await main(async (args) => {
  await prepare()
  const run = (env) => runNode(join(root, 'test/dist/campaigns/main.js'), args, { env })
  return withServers(run, { needs: new Set(['mysql', 'amqp', 'smpp']) })
})
