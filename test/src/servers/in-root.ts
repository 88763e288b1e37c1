import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { usersInRoots } from './unpacked-engines.js'

/** How a program of a server is run. */
export interface ProgramOptions {
  /** The folder that it sees as `/`: of an unpacked server. Default: the machine's own programs. */
  readonly root?: string | undefined
  /** Default: the user of the tests. */
  readonly user?: string | undefined
  /** Gives it the kernel's folders `/proc` and `/dev`, which nobody else sees there and which go when it ends. */
  readonly needsKernel?: boolean
}

interface Program {
  readonly path: string
  readonly args: readonly string[]
}

/** `$0` is the root, and what follows it the command. */
const WITH_KERNEL = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$@"'

/** The command that runs a program where its server is unpacked. The process is the program's own, so that its id is. */
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

/** In a root nothing of the environment counts but the path. */
export const environmentIn = (root: string | undefined): NodeJS.ProcessEnv =>
  root === undefined ? process.env : { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' }

const PROGRAM_WITHIN_MS = 60_000

/** Runs a program to its end, at most a minute, and returns what it wrote. Throws when it fails. */
export const runProgram = async (
  options: ProgramOptions & { readonly env?: NodeJS.ProcessEnv },
  program: Program,
): Promise<string> => {
  const { path, args } = programIn(options, program)
  const env = { ...environmentIn(options.root), ...options.env }
  const limits = { timeout: PROGRAM_WITHIN_MS, killSignal: 'SIGKILL', maxBuffer: 2 ** 26 } as const
  return (await promisify(execFile)(path, args, { env, ...limits })).stdout
}

/** What is in the folder becomes the user's of the root, or of this machine. */
export const handOver = async (
  directory: string,
  user: 'mysql' | 'postgres',
  root: string | undefined,
): Promise<void> => {
  if (process.getuid?.() !== 0) return
  const owner = root === undefined ? user : String(usersInRoots[user])
  await runProgram({}, { path: '/usr/bin/chown', args: ['-R', `${owner}:${owner}`, directory] })
}
