// The patches of test/changes, which show where likely changes are made (ARCHITECTURE.md).
// `node scripts/changes.mjs renew` makes those that do not fit any more anew, by a three-way merge;
// `node scripts/changes.mjs take NAME` keeps what the working tree has changed since its last commit as the patch of that name.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure, main, root } from './run.mjs'

const folder = join(root, 'test/changes')
const FORM = ['--full-index', '--no-color', '--no-ext-diff', '--no-renames']

/** Calls git with an index of its own, so that nobody's is touched. */
const withIndex = (work) => {
  const directory = mkdtempSync(join(tmpdir(), 'postrider-changes-'))
  const env = { ...process.env, GIT_INDEX_FILE: join(directory, 'index') }
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    git('read-tree', 'HEAD')
    git('add', '--all')
    return work(git, git('write-tree').trim())
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const attempt = (work) => {
  try {
    work()
    return true
  } catch {
    return false
  }
}

const isRepository = () =>
  attempt(() => execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, stdio: 'ignore' }))

const renewOne = (git, tree, name) => {
  const path = join(folder, name)
  git('read-tree', tree)
  if (attempt(() => git('apply', '--cached', '--check', path))) return true
  if (!attempt(() => git('apply', '--cached', '--3way', path))) return false
  const merged = git('write-tree').trim()
  writeFileSync(path, git('diff', ...FORM, tree, merged))
  console.error(`Made test/changes/${name} anew.`)
  return true
}

/** Makes the patches anew that do not fit the working tree any more; false where one has to be made by hand. */
export const renewChanges = () => {
  if (!isRepository()) return true
  const names = readdirSync(folder).filter((name) => name.endsWith('.patch'))
  const left = withIndex((git, tree) => names.filter((name) => !renewOne(git, tree, name)))
  for (const name of left)
    console.error(
      `test/changes/${name} cannot be merged: commit what you have, make its change by hand, keep it with ` +
        `node scripts/changes.mjs take ${name.replace(/\.patch$/, '')}, and take the change back.`,
    )
  return left.length === 0
}

const take = (name) =>
  withIndex((git, tree) => {
    const own = `:(exclude)test/changes`
    writeFileSync(join(folder, `${name}.patch`), git('diff', ...FORM, 'HEAD', tree, '--', '.', own))
  })

const USAGE = `
node scripts/changes.mjs renew | take NAME

  renew       adapts the patches of test/changes that no longer apply, by a three-way merge
  take NAME   keeps the changes of the working tree as the patch of that name
`

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(([order, name]) => {
    if (order === 'renew') return renewChanges() ? 0 : 1
    if (order !== 'take' || name === undefined)
      throw new Failure('node scripts/changes.mjs renew | take NAME', 2)
    take(name)
    return 0
  }, USAGE)
