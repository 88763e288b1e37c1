import { execFile } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningCommand, startPostrider } from '../hosts/cli/run-postrider.js'
import { freePort } from '../servers/free-port.js'
import { freshDirectory, runDirectory } from '../servers/run-directory.js'
import type { Image } from './build-image.js'

type Settings = Readonly<Record<string, string>>

/** A folder in place of a named volume, with the owner that the image sets, like a daemon creates it. */
export const createVolume = async ({ config: { user } }: Image): Promise<string> => {
  const volume = await freshDirectory('volume')
  const { uid } = identity(user)
  if (uid !== undefined) {
    // Only its name protects the run's folder, as in any other temporary folder.
    chmodSync(runDirectory(), 0o711)
    chownSync(volume, uid, uid)
  }
  return volume
}

/** The image's user, if possible: only root can change the user. */
const identity = (user: string): { readonly uid: number | undefined } => ({
  uid: process.getuid?.() === 0 ? Number(user.split(':')[0]) : undefined,
})

/** A container's process, without a daemon. */
export interface Container extends RunningCommand {
  readonly at: string
  /** The port of its operations. */
  readonly operations: string
  /**
   * Runs the image's health check next to the process like a daemon, and returns its exit code and output.
   */
  health(): Promise<{ readonly exitCode: number; readonly output: string }>
}

export interface ContainerPlan {
  readonly image: Image
  readonly volume: string
  /** Replaces the image's own command. */
  readonly command?: readonly string[]
  readonly settings: Settings
}

/**
 * Starts the image's command with its user, its folder, its environment and these settings, on free ports.
 * Absolute paths of the image lead into the folder that stands for its root, or into the volume.
 */
export const startContainer = async (plan: ContainerPlan): Promise<Container> => {
  const { image, volume, settings } = plan
  const { config, root } = image
  const inside = (path: string): string =>
    config.volumes.includes(path) ? volume : path.startsWith('/') ? join(root, path) : path
  const temporary = `${volume}-tmp`
  mkdirSync(temporary, { recursive: true, mode: 0o1777 })
  chmodSync(temporary, 0o1777)
  const [httpPort, consolePort, operationsPort] = [await freePort(), await freePort(), await freePort()]
  const env: Record<string, string> = {
    ...Object.fromEntries(Object.entries(config.env).map(([name, value]) => [name, inside(value)])),
    ...settings,
    POSTRIDER_HTTP_PORT: String(httpPort),
    POSTRIDER_CONSOLE_PORT: String(consolePort),
    POSTRIDER_METRICS_PORT: String(operationsPort),
    TMPDIR: temporary,
  }
  const [interpreter, program = '', ...first] = config.entrypoint
  if (interpreter !== 'node') throw new Error(`the image begins with ${String(interpreter)}, not with node`)
  const { uid } = identity(config.user)
  const cwd = join(root, config.workdir)
  const args = [...first, ...(plan.command ?? config.command)]
  const running = startPostrider(args, env, '', { cwd, program: inside(program), user: uid })
  const [, ...check] = config.health.words.map(inside)
  return {
    ...running,
    at: `http://127.0.0.1:${httpPort}`,
    operations: `http://127.0.0.1:${operationsPort}`,
    health: () =>
      new Promise((resolve) => {
        const as = uid === undefined ? {} : { uid, gid: uid }
        execFile(process.execPath, check, { cwd, env, ...as }, (error, stdout) =>
          resolve({ exitCode: error === null ? 0 : Number(error.code), output: stdout.trim() }),
        )
      }),
  }
}

/** Every path below a folder, with data that changes when a process writes there. */
export const stateOf = (folder: string): ReadonlyMap<string, string> => {
  const seen = new Map<string, string>()
  const look = (path: string): void => {
    const stats = lstatSync(path)
    seen.set(path, `${stats.size} ${stats.mtimeMs} ${stats.mode}`)
    if (stats.isDirectory()) for (const name of readdirSync(path)) look(join(path, name))
  }
  look(folder)
  return seen
}
