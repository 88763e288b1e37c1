// node scripts/screens.mjs [console | website]: lists every screen of a site (default: both), with its
// operations.
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { main, root, runNode } from './run.mjs'

const USAGE = `
node scripts/screens.mjs [console | website]

Lists every screen of a site (by default of both) with the operations that it uses.
`

await main(async (args) => {
  await prepare()
  return runNode(join(root, 'test/dist/web/list-screens.js'), args)
}, USAGE)
