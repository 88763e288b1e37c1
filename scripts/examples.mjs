// npm run examples [-- NAME ...] [-- --whole]: runs every example in an empty folder, with tarballs of the
// packages to publish.
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { main, root, runNode } from './run.mjs'
import { withServers } from './servers.mjs'

const USAGE = `
npm run examples [-- NAME ...] [-- --whole]

Runs every example, or those named, in an empty folder on tarballs of the packages.

  --whole   the whole suites of the examples' own adapters, and not a part
`

await main(async (args) => {
  await prepare()
  const run = (env) => runNode(join(root, 'test/dist/examples/outside/main.js'), args, { env })
  return withServers(run, { needs: new Set(['postgres', 'redis']) })
}, USAGE)
