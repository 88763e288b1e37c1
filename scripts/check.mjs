// npm run check: all checks that don't run the service. If the sources compile, all steps run, so that one
// call reports everything.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { main, root, runNode, tool } from './run.mjs'

/** The program and the arguments of each step; the longest come first. */
const steps = {
  format: [tool.prettier, ['--check', '--log-level', 'warn', '.']],
  lint: [tool.oxlint, ['--type-aware', '--deny-warnings']],
  spelling: [tool.cspell, ['lint', '--no-progress', '--quiet', '--gitignore', '--dot']],
  'imports, tidiness, lockfile': [
    tool.mocha,
    [
      '--reporter',
      'dot',
      '--timeout',
      '120000',
      'test/dist/architecture/**/*.test.js',
      'test/dist/tidy/**/*.test.js',
    ],
  ],
  packages: [join(root, 'scripts/check-packages.mjs'), []],
  documents: [join(root, 'scripts/check-documents.mjs'), []],
}

/** Runs a step, and prints its output when it ends, because others run at the same time. */
const runStep = async (name, [program, args]) => {
  const lines = []
  const code = await runNode(program, args, { onLine: (line) => lines.push(line) })
  console.log([`\n== ${name}`, ...lines].join('\n'))
  return code === 0
}

/** Runs as many steps at once as there are processors. Resolves with the names of those that failed. */
const runSteps = async () => {
  const waiting = Object.entries(steps)
  const failed = []
  const runInTurn = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      if (!(await runStep(...next))) failed.push(next[0])
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runInTurn))
  return failed
}

const USAGE = `
npm run check

Checks types, lint, format, spelling, documents, packages, architecture and tidiness. Exit code 1 if one of them fails.
`

await main(async () => {
  await prepare()
  console.log('== types\nThe TypeScript compiles.')
  const failed = await runSteps()
  console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join('; ')}.`)
  return failed.length === 0 ? 0 : 1
}, USAGE)
