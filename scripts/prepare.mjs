// Brings a clone to the state in which its programs can run: dependencies installed, TypeScript compiled, public files packed.
// Plain Node, because nothing is installed when it starts.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packPublicFiles } from './pack-public-files.mjs'
import { Failure, root, run, runNode, tool } from './run.mjs'

const at = (...path) => join(root, ...path)
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

const lockfile = at('package-lock.json')
const installedMark = at('node_modules', '.postrider-lock-hash')

const lockHash = () => createHash('sha256').update(readFileSync(lockfile)).digest('hex')

/** Whether npm's own record of what is installed agrees with the lockfile; packages of other platforms may lack. */
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

const isInstalled = (hash) => {
  if (!existsSync(at('node_modules'))) return false
  if (existsSync(installedMark) && readFileSync(installedMark, 'utf8') === hash) return true
  return recordAgrees()
}

const npm = (args) =>
  process.env.npm_execpath === undefined ? run('npm', args) : runNode(process.env.npm_execpath, args)

const install = async () => {
  const hash = lockHash()
  if (!isInstalled(hash)) {
    console.error('Installing the dependencies (npm ci) ...')
    const code = await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
    if (code !== 0) throw new Failure(`npm ci failed with exit code ${code}.`)
  }
  if (!existsSync(installedMark) || readFileSync(installedMark, 'utf8') !== hash)
    writeFileSync(installedMark, hash)
}

const packageFolders = () =>
  readJson(at('package.json')).workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = pattern.slice(0, -2)
    return readdirSync(at(parent)).map((name) => `${parent}/${name}`)
  })

/** Deletes what was compiled from a source that is no longer there: a deleted test must not run on. */
const removeStaleOutput = (folder) => {
  const dist = at(folder, 'dist')
  if (!existsSync(dist)) return
  for (const entry of readdirSync(dist, { recursive: true })) {
    if (!entry.endsWith('.js')) continue
    const stem = entry.slice(0, -'.js'.length)
    const source = at(folder, 'src', stem)
    if (existsSync(`${source}.ts`) || existsSync(`${source}.tsx`)) continue
    for (const suffix of ['.js', '.js.map', '.d.ts', '.d.ts.map'])
      rmSync(join(dist, stem + suffix), { force: true })
  }
}

const compile = async () => {
  const folders = packageFolders()
  folders.forEach(removeStaleOutput)
  if (!folders.some((folder) => existsSync(at(folder, 'dist')))) console.error('Compiling (tsc -b) ...')
  const code = await runNode(tool.tsc, ['-b'])
  if (code !== 0) throw new Failure('The TypeScript does not compile.')
}

/** Installs and compiles what is missing or out of date; says nothing when nothing is. */
export const prepare = async () => {
  await install()
  await compile()
  packPublicFiles()
}
