// npm run test:unit [-- --watch] [-- mocha's arguments]: runs the tests that need no server, no browser and
// no other process.
import { spawn } from 'node:child_process'
import { needingNothing } from './needs.mjs'
import { parallel } from './parallel.mjs'
import { prepare } from './prepare.mjs'
import { main, root, runNode, tool } from './run.mjs'
import { compiledTests } from './test-files.mjs'
import { longestFirst } from './test-order.mjs'
import { restartOnChange } from './watch.mjs'

/**
 * The folders with such tests: decisions, flows on fakes, contracts, adapters' parsers, state and texts of
 * pages.
 */
const FOLDERS = [
  ...['core', 'contracts', 'adapters', 'hosts', 'web', 'clients', 'embedding'].map(
    (name) => `test/dist/${name}`,
  ),
  'bench/dist',
]

/** The compiled tests that need nothing. */
const unitTests = () => longestFirst(needingNothing(compiledTests(FOLDERS)))

const mochaArguments = (args) => ['--reporter', 'scripts/reporter.mjs', ...parallel, ...args, ...unitTests()]

const startTests = (args) =>
  spawn(process.execPath, [tool.mocha, ...mochaArguments(args)], { cwd: root, stdio: 'inherit' })

const USAGE = `
npm run test:unit [-- --watch] [-- OPTIONS OF MOCHA]

Builds, and runs the tests that need no server, no browser and no other process.

  --watch         compiles with each change, and runs them again
  --grep WORDS    runs only tests with these words in their title
`

await main(async (args) => {
  await prepare()
  const options = args.filter((arg) => arg !== '--watch')
  return options.length < args.length
    ? restartOnChange(() => startTests(options))
    : runNode(tool.mocha, mochaArguments(options))
}, USAGE)
