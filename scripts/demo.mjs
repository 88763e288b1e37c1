// npm run demo [-- --once | --quiet]
import { prepare } from './prepare.mjs'
import { main, runNode, tool } from './run.mjs'

await main(async (args) => {
  await prepare()
  return runNode(tool.postrider, ['demo', ...args])
})
