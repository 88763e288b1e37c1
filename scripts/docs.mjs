// npm run docs: serves the documentation site for people who write it.
import { installSite, runSite } from './docs-site.mjs'
import { prepare } from './prepare.mjs'
import { main } from './run.mjs'

const USAGE = `
npm run docs [-- --port PORT]

Serves the documentation site at http://127.0.0.1:4321/docs/ and builds it again when a source changes.
`

await main(async (args) => {
  await prepare({ hasSite: false })
  await installSite()
  return runSite('serve.mjs', args)
}, USAGE)
