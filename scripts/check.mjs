// npm run check: all checks that don't run the service. If the sources compile, all steps run, so that one
// call reports everything.
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { main, root, runNode, tool } from './run.mjs'

const steps = {
  lint: () => runNode(tool.oxlint, ['--type-aware', '--deny-warnings']),
  format: () => runNode(tool.prettier, ['--check', '--log-level', 'warn', '.']),
  spelling: () => runNode(tool.cspell, ['lint', '--no-progress', '--quiet', '--gitignore', '--dot']),
  documents: () => runNode(join(root, 'scripts/check-documents.mjs'), []),
  packages: () => runNode(join(root, 'scripts/check-packages.mjs'), []),
  'imports, tidiness, lockfile': () =>
    runNode(tool.mocha, [
      '--reporter',
      'dot',
      'test/dist/architecture/**/*.test.js',
      'test/dist/tidy/**/*.test.js',
    ]),
}

const USAGE = `
npm run check

Checks types, lint, format, spelling, documents, packages, architecture and tidiness. Exit code 1 if one of them fails.
`

await main(async () => {
  await prepare()
  console.log('== types\nThe TypeScript compiles.')
  const failed = []
  for (const [name, step] of Object.entries(steps)) {
    console.log(`\n== ${name}`)
    if ((await step()) !== 0) failed.push(name)
  }
  console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join('; ')}.`)
  return failed.length === 0 ? 0 : 1
}, USAGE)
