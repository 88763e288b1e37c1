// Builds the documentation site: `node build.mjs --out FOLDER`. scripts/docs-build.mjs describes it.
import { join, relative, resolve } from 'node:path'
import { buildSite } from './lib/build-site.mjs'
import { Fault } from './lib/fault.mjs'
import { root } from './lib/repository.mjs'

/** The folder that the http host serves under /docs. */
const SERVED_FOLDER = join(root, 'hosts/http/dist/site')

const MEGABYTE = 1e6

const main = async (args) => {
  const at = args.indexOf('--out')
  const folder = at < 0 ? SERVED_FOLDER : resolve(process.env.INIT_CWD ?? '.', args[at + 1] ?? '')
  const start = performance.now()
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`
  const say = (step) => console.error(`Documentation: ${step} (${seconds()})`)
  const { problems, pages, files, bytes } = await buildSite(folder, say)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) {
    console.error(`${problems.length} links lead nowhere. Nothing was written.`)
    return 1
  }
  console.error(
    `Built ${pages} pages in ${files} files, ${(bytes / MEGABYTE).toFixed(1)} MB, into ${relative(process.cwd(), folder) || '.'} (${seconds()})`,
  )
  return 0
}

/** Prints a fault of the sources without a stack trace. */
const printFault = (error) => {
  if (!(error instanceof Fault)) throw error
  console.error(`${error.message}\nNothing was written.`)
  return 1
}

process.exitCode = await main(process.argv.slice(2)).catch(printFault)
