// npm test [-- mocha's arguments]: runs all tests, on a MariaDB and a RabbitMQ of their own; some in a
// browser.
import { isAbsolute, join } from 'node:path'
import { needsOf } from './needs.mjs'
import { parallel } from './parallel.mjs'
import { prepare } from './prepare.mjs'
import { main, root, runNode, tool } from './run.mjs'
import { withServers } from './servers.mjs'
import { compiledTests, TEST_FOLDERS } from './test-files.mjs'
import { longestFirst } from './test-order.mjs'

/** Tests in `engines` start servers that only `npm run test:engines` unpacks. */
const allTests = () => longestFirst(compiledTests().filter((file) => !file.startsWith('test/dist/engines/')))

const everything = () => [...parallel, ...allTests()]

/** Named files run with only what they need. Options without files (`--grep`) select from all. */
const filesIn = (args) =>
  args.filter(
    (arg) =>
      arg.endsWith('.js') && (TEST_FOLDERS.some((folder) => arg.startsWith(folder)) || isAbsolute(arg)),
  )

const USAGE = `
npm test [-- FILES] [-- OPTIONS OF MOCHA]

Builds, starts the servers that the tests need, and runs the tests.

  'test/dist/core/**/*.test.js'   runs only these files, with the servers that they need
  --grep WORDS                    runs only tests with these words in their title
`

await main(async (args) => {
  await prepare()
  const files = filesIn(args)
  return withServers(
    (env) =>
      runNode(
        tool.mocha,
        ['--reporter', 'scripts/reporter.mjs', ...args, ...(files.length > 0 ? [] : everything())],
        { env: { ...env, POSTRIDER_TEST_PROGRAMS: join(root, 'test/bundle') } },
      ),
    { needs: needsOf(files), inMemory: true },
  )
}, USAGE)
