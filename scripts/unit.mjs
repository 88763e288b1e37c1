// npm run test:unit [-- --watch] [-- mocha's arguments]: the tests that need no server, no browser and no other process.
import { spawn } from 'node:child_process'
import { needingNothing } from './needs.mjs'
import { parallel } from './parallel.mjs'
import { prepare } from './prepare.mjs'
import { main, root, runNode, tool } from './run.mjs'
import { compiledTests } from './test-files.mjs'

/** Where such tests are: decisions, flows on fakes, contracts, adapters' parsers, state and texts of pages. */
const FOLDERS = [
  ...['core', 'contracts', 'adapters', 'hosts', 'web', 'clients', 'embedding'].map(
    (name) => `test/dist/${name}`,
  ),
  'bench/dist',
]

/** The compiled tests that need nothing. */
const unitTests = () => needingNothing(compiledTests(FOLDERS))

const mochaArguments = (args) => ['--reporter', 'scripts/reporter.mjs', ...parallel, ...args, ...unitTests()]

/** Compiles with each change, and runs the tests after each time that everything compiled. */
const watch = (args) =>
  new Promise((resolve) => {
    let running
    const compiler = spawn(process.execPath, [tool.tsc, '-b', '--watch', '--preserveWatchOutput'], {
      cwd: root,
      stdio: ['inherit', 'pipe', 'inherit'],
    })
    compiler.stdout.on('data', (chunk) => {
      process.stdout.write(chunk)
      if (!/Found 0 errors/.test(chunk.toString())) return
      running?.kill()
      running = spawn(process.execPath, [tool.mocha, ...mochaArguments(args)], {
        cwd: root,
        stdio: 'inherit',
      })
    })
    compiler.once('close', (code) => {
      running?.kill()
      resolve(code ?? 1)
    })
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => compiler.kill(signal))
  })

const USAGE = `
npm run test:unit [-- --watch] [-- OPTIONS OF MOCHA]

Builds, and runs the tests that need no server, no browser and no other process.

  --watch         compiles with each change, and runs them again
  --grep WORDS    runs only tests with these words in their title
`

await main(async (args) => {
  await prepare()
  const options = args.filter((arg) => arg !== '--watch')
  return options.length < args.length ? watch(options) : runNode(tool.mocha, mochaArguments(options))
}, USAGE)
