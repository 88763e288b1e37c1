// npm test [-- mocha's arguments]: all tests, on a MariaDB and a RabbitMQ of their own; some in a browser.
import { isAbsolute } from 'node:path'
import { prepare } from './prepare.mjs'
import { main, runNode, tool } from './run.mjs'
import { withServers } from './servers.mjs'

const allTests = 'test/dist/**/*.test.js'

/** Files that were named run alone; options alone (`--grep`) choose among all. */
const namesFiles = (args) =>
  args.some((arg) => arg.endsWith('.js') && (arg.startsWith('test/') || isAbsolute(arg)))

await main(async (args) => {
  await prepare()
  return withServers(
    (env) =>
      runNode(
        tool.mocha,
        ['--reporter', 'scripts/reporter.mjs', ...args, ...(namesFiles(args) ? [] : [allTests])],
        { env },
      ),
    { needsBrowser: true },
  )
})
