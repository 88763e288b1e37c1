// npm run demo [-- --once | --quiet]
import { prepare } from './prepare.mjs'
import { main, runNode, tool } from './run.mjs'

const USAGE = `
npm run demo [-- --once | --quiet]

Installs, builds, starts everything on embedded engines and sends real messages.

  --once    stop after the last message
  --quiet   serve without traffic of its own
`

await main(async (args) => {
  await prepare()
  return runNode(tool.postrider, ['demo', ...args])
}, USAGE)
