// Builds the documentation site (`site/`) if it is missing or one of its sources has changed. Its packages
// have a lockfile of their own.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { INPUTS } from '../site/inputs.mjs'
import { OTHER_PAGES } from '../site/sidebar.mjs'
import { npm } from './install.mjs'
import { Failure, root, run } from './run.mjs'

const site = join(root, 'site')
const installedMark = join(site, 'node_modules', '.postrider-lock-hash')
const builtMark = join(root, 'hosts/http/dist/site-built-from')

/** The folder of the built site, which the http host serves. */
const built = join(root, 'hosts/http/dist/site')

/** Building makes many short-lived strings; the default space for them makes it take twice as long. */
const YOUNG_SPACE = '--max-semi-space-size=64'

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(site, 'package-lock.json')))
    .digest('hex')

const readMark = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

const IGNORED = /(^|\/)(node_modules|\.tsbuildinfo)(\/|$)|\.(d\.ts|map)$/

const filesIn = (path) => {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => (IGNORED.test(`${path}/${name}`) ? [] : filesIn(`${path}/${name}`)))
}

/** A digest of everything that the site shows. Source files that pages link to aren't part of it. */
const stateOf = () => {
  const digest = createHash('sha256')
  for (const file of ['site', ...INPUTS, ...Object.keys(OTHER_PAGES)].flatMap(filesIn))
    digest.update(`${file}\n`).update(readFileSync(join(root, file)))
  return digest.digest('hex')
}

/** Installs the packages of the site if they are missing. */
export const installSite = async () => {
  const hash = lockHash()
  if (readMark(installedMark) === hash) return
  console.error('Installing the packages of the documentation site ...')
  const code = await npm(['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'], {
    cwd: site,
  })
  if (code !== 0) throw new Failure(`npm ci in site failed with exit code ${code}.`)
  writeFileSync(installedMark, hash)
}

/** Runs a program of the site, for example `build.mjs`, and resolves with its exit code. */
export const runSite = (program, args) => run(process.execPath, [YOUNG_SPACE, join(site, program), ...args])

/** Builds the site if it is missing or out of date. Prints nothing if it isn't. */
export const buildDocsSite = async () => {
  const state = stateOf()
  if (existsSync(built) && readMark(builtMark) === state) return
  await installSite()
  if ((await runSite('build.mjs', [])) !== 0) throw new Failure('The documentation site cannot be built.')
  mkdirSync(dirname(builtMark), { recursive: true })
  writeFileSync(builtMark, state)
}
