// Installs the dependencies in the lockfile, and shows the progress on standard error.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProgress } from './progress.mjs'
import { Failure, root, run, runNode } from './run.mjs'

const at = (...path) => join(root, ...path)
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

const lockfile = at('package-lock.json')
const installedMark = at('node_modules', '.postrider-lock-hash')

const lockHash = () => createHash('sha256').update(readFileSync(lockfile)).digest('hex')

/**
 * Whether npm's own record of the installation matches the lockfile; packages of other platforms may be
 * missing.
 */
const recordAgrees = () => {
  const record = at('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = readJson(record).packages
  return Object.entries(readJson(lockfile).packages).every(
    ([path, { version, optional }]) =>
      path === '' ||
      (installed[path] === undefined ? optional === true : installed[path].version === version),
  )
}

const hasMarkOf = (hash) => existsSync(installedMark) && readFileSync(installedMark, 'utf8') === hash

/** Whether everything in the lockfile is installed. */
export const isInstalled = () => existsSync(at('node_modules')) && (hasMarkOf(lockHash()) || recordAgrees())

/** The folders that are installed on every platform. */
export const wantedPackages = () =>
  Object.entries(readJson(lockfile).packages)
    .filter(([path, { link, optional }]) => path.startsWith('node_modules/') && !link && !optional)
    .map(([path]) => path)

/** Runs npm, if possible the one that runs this script. */
export const npm = (args, options) =>
  process.env.npm_execpath === undefined
    ? run('npm', args, options)
    : runNode(process.env.npm_execpath, args, options)

const npmCi = async () => {
  const wanted = wantedPackages()
  const there = () => wanted.filter((path) => existsSync(at(path, 'package.json'))).length
  const progress = startProgress(
    () => `Installing the dependencies (npm ci): ${there()} of ${wanted.length} packages`,
  )
  const quietly = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const code = await npm(['ci', ...quietly], { onLine: progress.say })
  progress.end(code === 0 ? `Installed ${wanted.length} packages` : undefined)
  if (code !== 0) throw new Failure(`npm ci failed with exit code ${code}.`)
}

/** Installs missing packages. Prints nothing if nothing is missing. */
export const install = async () => {
  if (!isInstalled()) await npmCi()
  const hash = lockHash()
  if (!hasMarkOf(hash)) writeFileSync(installedMark, hash)
}
