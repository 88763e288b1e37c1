import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { runDirectory } from './run-directory.js'
import { type ServerProcess, startProcess } from './server-process.js'

/** A server that is unpacked with the system that it needs, in a folder of its name. */
type UnpackedSystem = 'mysql' | 'mariadb' | 'postgres' | 'rabbitmq'

/** A folder of a server's own, by its path inside the unpacked system and by its path outside. */
export interface UnpackedFolder {
  readonly inside: string
  readonly outside: string
  remove(): Promise<void>
}

interface InnerCommand {
  readonly path: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The system's own user that runs it; default: root. */
  readonly user?: string
}

const systemFolder = (system: UnpackedSystem): string => {
  const folder = process.env['POSTRIDER_ENGINES_DIR']
  if (folder === undefined || folder === '')
    throw new Error('POSTRIDER_ENGINES_DIR is missing: the folder with the unpacked servers')
  return join(folder, system)
}

const environment = (env: InnerCommand['env'] = {}): NodeJS.ProcessEnv => ({
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
  ...env,
})

const chroot = (system: UnpackedSystem, { path, args, user }: InnerCommand): readonly string[] => [
  ...(user === undefined ? [] : [`--userspec=${user}`]),
  systemFolder(system),
  path,
  ...args,
]

/** Makes an empty folder below `/data` of the system. */
export const freshUnpackedFolder = async (
  system: UnpackedSystem,
  prefix: string,
): Promise<UnpackedFolder> => {
  const run = basename(runDirectory())
  const data = join(systemFolder(system), 'data', run)
  await mkdir(data, { recursive: true })
  const outside = await mkdtemp(join(data, `${prefix}-`))
  return {
    outside,
    inside: join('/data', run, basename(outside)),
    remove: () => rm(outside, { recursive: true, force: true }),
  }
}

/** Runs a program of the system to its end and returns its output. */
export const runUnpacked = async (
  system: UnpackedSystem,
  command: InnerCommand,
  timeoutMs = 120_000,
): Promise<string> => {
  const options = { env: environment(command.env), timeout: timeoutMs, killSignal: 'SIGKILL' as const }
  const { stdout } = await promisify(execFile)('/usr/sbin/chroot', chroot(system, command), options)
  return stdout
}

/** Starts a server of the system; its output is appended to a file outside. */
export const startUnpacked = (
  system: UnpackedSystem,
  command: InnerCommand & { readonly logFile: string },
): Promise<ServerProcess> =>
  startProcess({
    path: '/usr/sbin/chroot',
    args: chroot(system, command),
    env: environment(command.env),
    logFile: command.logFile,
  })
