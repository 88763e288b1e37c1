import { execFile } from 'node:child_process'
import { mkdir, readFile, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const exec = promisify(execFile)

/** The repository that this file was compiled in. */
const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))

/** The folder in which npm links the packages of the repository itself. Each tree needs its own. */
const WORKSPACE_SCOPE = '@postrider'

const MOST_OUTPUT = 16 * 1024 * 1024

export interface RevisionPlan {
  /** Anything that git accepts as a commit. */
  readonly revision: string
  /** An empty folder, or one that doesn't exist yet. */
  readonly folder: string
  /** Folders of the wanted TypeScript projects, with all that they refer to: `hosts/cli`, `test`. */
  readonly projects: readonly string[]
  /** Ends all running work. The caller removes the folder. */
  readonly signal?: AbortSignal
  /** Reports the progress to the person who waits. */
  say(line: string): void
}

/** A commit, compiled in a folder of its own. */
export interface BuiltRevision {
  readonly commit: string
  readonly folder: string
}

type Run = (command: string, args: readonly string[], cwd: string) => Promise<string>

const runner =
  ({ signal }: RevisionPlan): Run =>
  async (command, args, cwd) => {
    const { stdout } = await exec(command, args, {
      cwd,
      maxBuffer: MOST_OUTPUT,
      ...(signal === undefined ? {} : { signal }),
    })
    return stdout
  }

/** Whether a commit of this repository has a file. */
export const hasFile = (revision: string, path: string): Promise<boolean> =>
  exec('git', ['cat-file', '-e', `${revision}:${path}`], { cwd: REPOSITORY }).then(
    () => true,
    () => false,
  )

const extract = async (run: Run, commit: string, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const archive = `${folder}.tar`
  await run('git', ['archive', `--output=${archive}`, commit], REPOSITORY)
  await run('tar', ['--extract', `--file=${archive}`], folder)
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly link?: boolean; readonly resolved?: string }>>
}

/** Packages that are installed within one of the repository's own are rare, and not worth a rule here. */
const isAllAtTheTop = ({ packages }: Lockfile): boolean =>
  Object.keys(packages).every((path) => path.startsWith('node_modules/') || !path.includes('node_modules'))

/** The same packages as here, each by a link. The repository's own lead to the tree's own folders. */
const linkPackages = async (folder: string, { packages }: Lockfile): Promise<void> => {
  const [ours, theirs] = [join(REPOSITORY, 'node_modules'), join(folder, 'node_modules')]
  await mkdir(join(theirs, WORKSPACE_SCOPE), { recursive: true })
  for (const name of await readdir(ours)) {
    if (name !== WORKSPACE_SCOPE) await symlink(join(ours, name), join(theirs, name))
  }
  for (const [path, { link, resolved }] of Object.entries(packages)) {
    if (link === true && resolved !== undefined) await symlink(join(folder, resolved), join(folder, path))
  }
}

const install = async (run: Run, plan: RevisionPlan): Promise<void> => {
  const [theirs, ours] = await Promise.all(
    [plan.folder, REPOSITORY].map((root) => readFile(join(root, 'package-lock.json'), 'utf8')),
  )
  const lockfile = JSON.parse(theirs ?? '') as Lockfile
  if (theirs === ours && isAllAtTheTop(lockfile)) return linkPackages(plan.folder, lockfile)
  plan.say('its packages are others: npm ci')
  const args = ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env['npm_execpath']
  await (npm === undefined
    ? run('npm', args, plan.folder)
    : run(process.execPath, [npm, ...args], plan.folder))
}

const commitOf = async (run: Run, { revision, signal }: RevisionPlan): Promise<string> => {
  try {
    return (await run('git', ['rev-parse', '--verify', `${revision}^{commit}`], REPOSITORY)).trim()
  } catch (cause) {
    signal?.throwIfAborted()
    throw new Error(`this clone has no commit ${revision}: fetch its history (git fetch --unshallow)`, {
      cause,
    })
  }
}

/**
 * Checks a commit out of the repository and compiles it next to the running tree, which doesn't change. The
 * packages are the installed ones if the lockfile is the same. Otherwise they are installed again.
 */
export const buildRevision = async (plan: RevisionPlan): Promise<BuiltRevision> => {
  const run = runner(plan)
  const commit = await commitOf(run, plan)
  plan.say(`taking ${commit.slice(0, 12)} out of the repository`)
  await extract(run, commit, plan.folder)
  await install(run, plan)
  plan.say(`compiling ${plan.projects.join(', ')} of ${commit.slice(0, 12)}`)
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc')
  await run(process.execPath, [compiler, '-b', ...plan.projects], plan.folder)
  return { commit, folder: plan.folder }
}
