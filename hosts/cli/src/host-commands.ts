import cluster from 'node:cluster'
import type { Command } from 'commander'
import { E } from '@postrider/core/fp'
import type { ProcessEnvironment } from '@postrider/wiring/setting-sources'
import type { ServePlan } from './commands/serve.js'
import type { CommandFailure } from '@postrider/command/exit-code'

interface Needs {
  readonly environment: ProcessEnvironment
  readonly end: (outcome: E.Either<CommandFailure, number>) => void
}

interface ServeOptions {
  /** The number of processes, which overrides the setting. */
  readonly workers?: string
}

/** The hosts that a command starts, and whether several processes may run it together. */
interface HostCommand {
  readonly plan: ServePlan
  readonly mayHaveWorkers: boolean
}

/**
 * Loads the hosts only when they start, and not in the parent of workers, so that every other command starts
 * fast.
 */
const serve = async (
  given: ProcessEnvironment,
  { plan, mayHaveWorkers }: HostCommand,
  { workers }: ServeOptions,
): Promise<E.Either<CommandFailure, number>> => {
  const environment = workers === undefined ? given : { ...given, POSTRIDER_WORKERS: workers }
  const { readHostSettings } = await import('@postrider/command/hosts/host-settings')
  const settings = readHostSettings(environment)
  if (E.isLeft(settings)) return settings
  if (mayHaveWorkers && cluster.isPrimary && settings.right.workers > 1)
    return (await import('./workers/serve-workers.js')).serveWorkers(settings.right, environment)
  const { ownParentLink } = await import('./workers/parent-link.js')
  const hosts = await import('./commands/serve.js')
  return hosts.serve(environment, settings.right, plan, ownParentLink())
}

/** A process without hosts. */
const NONE: ServePlan = { http: false, console: false, website: false, dispatcher: false, migrates: false }

/** Adds `postrider start` and a command for each single host. */
export const addHostCommands = (program: Command, { environment, end }: Needs): void => {
  const runs = (name: string, description: string, plan: Partial<ServePlan>, mayHaveWorkers = true): void => {
    const command = program.command(name).description(description)
    if (mayHaveWorkers)
      command.option('--workers <number>', 'number of worker processes, or auto for one per CPU')
    command.action(async (options: ServeOptions) =>
      end(await serve(environment, { plan: { ...NONE, ...plan }, mayHaveWorkers }, options)),
    )
  }
  const all = { http: true, console: true, website: true, dispatcher: true, migrates: true }
  runs('start', 'start all hosts in one process; also migrates an embedded database', all)
  runs('http', 'start the /v1 API', { http: true })
  runs('console', 'start the console for super admins', { console: true }, false)
  runs('website', 'start the website for customers', { website: true }, false)
  runs('dispatcher', 'start a dispatcher, which sends accepted messages', { dispatcher: true })
}
