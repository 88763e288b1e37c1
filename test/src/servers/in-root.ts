import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { usersInRoots } from './unpacked-engines.js'

/** The options of a server's program. */
export interface ProgramOptions {
  /** The directory that it sees as `/`, of an unpacked server. Default: the machine's own programs. */
  readonly root?: string | undefined
  /** Default: the user of the tests. */
  readonly user?: string | undefined
  /**
   * Gives it the kernel's directories `/proc` and `/dev`, which only it sees there and which are removed when
   * it ends.
   */
  readonly needsKernel?: boolean
}

interface Program {
  readonly path: string
  readonly args: readonly string[]
}

/** `$0` is the root, and the command follows. */
const WITH_KERNEL = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$@"'

/**
 * The command that runs a program in the root of its server. The process becomes the program, so its id is
 * the program's.
 */
export const programIn = ({ root, user, needsKernel = false }: ProgramOptions, program: Program): Program => {
  const { path, args } = program
  if (root === undefined) {
    if (user === undefined || process.getuid?.() !== 0) return program
    const identity = [`--reuid=${user}`, `--regid=${user}`, '--init-groups']
    return { path: '/usr/bin/setpriv', args: [...identity, path, ...args] }
  }
  const identity = user === undefined ? [] : [`--userspec=${user}:${user}`]
  const inside = [...identity, root, path, ...args]
  if (!needsKernel) return { path: '/usr/sbin/chroot', args: inside }
  const ownMounts = ['--mount', '--propagation', 'private']
  return { path: '/usr/bin/unshare', args: [...ownMounts, '/bin/sh', '-c', WITH_KERNEL, root, ...inside] }
}

/** In a root, only the PATH of the environment is used. */
export const environmentIn = (root: string | undefined): NodeJS.ProcessEnv =>
  root === undefined ? process.env : { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' }

const PROGRAM_WITHIN_MS = 60_000

/** Runs a program for at most a minute, and returns its output. Throws if it fails. */
export const runProgram = async (
  options: ProgramOptions & { readonly env?: NodeJS.ProcessEnv },
  program: Program,
): Promise<string> => {
  const { path, args } = programIn(options, program)
  const env = { ...environmentIn(options.root), ...options.env }
  const limits = { timeout: PROGRAM_WITHIN_MS, killSignal: 'SIGKILL', maxBuffer: 2 ** 26 } as const
  return (await promisify(execFile)(path, args, { env, ...limits })).stdout
}

/** Gives the files of a directory to a user of the root or of this machine. */
export const handOver = async (
  directory: string,
  user: 'mysql' | 'postgres',
  root: string | undefined,
): Promise<void> => {
  if (process.getuid?.() !== 0) return
  const owner = root === undefined ? user : String(usersInRoots[user])
  await runProgram({}, { path: '/usr/bin/chown', args: ['-R', `${owner}:${owner}`, directory] })
}
