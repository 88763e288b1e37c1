// npm run docs:build: builds the documentation site once.
import { installSite, runSite } from './docs-site.mjs'
import { prepare } from './prepare.mjs'
import { main } from './run.mjs'

const USAGE = `
npm run docs:build [-- --out FOLDER]

Builds the documentation site into FOLDER, by default the folder that the API serves under /docs.
POSTRIDER_DOCS_EDIT_URL is the address at which the files of the repository can be edited; pages then link to it.
`

await main(async (args) => {
  await prepare({ hasSite: false })
  await installSite()
  return runSite('build.mjs', args)
}, USAGE)
