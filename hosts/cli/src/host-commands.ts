import type { Command } from 'commander'
import type { E } from '@postrider/core/fp'
import type { ProcessEnvironment } from '@postrider/wiring/setting-sources'
import type { ServePlan } from './commands/serve.js'
import type { CommandFailure } from './exit-code.js'

interface Needs {
  readonly environment: ProcessEnvironment
  readonly end: (outcome: E.Either<CommandFailure, number>) => void
}

/** The hosts are loaded when they are to start: every other command is there without waiting for them. */
const serve = async (
  environment: ProcessEnvironment,
  plan: ServePlan,
): Promise<E.Either<CommandFailure, number>> => (await import('./commands/serve.js')).serve(environment, plan)

/** A process with none of the hosts. */
const NONE: ServePlan = { http: false, console: false, dispatcher: false, migrates: false }

/** `postrider start`, and each host alone. */
export const addHostCommands = (program: Command, { environment, end }: Needs): void => {
  const runs = (name: string, description: string, plan: Partial<ServePlan>): void =>
    void program
      .command(name)
      .description(description)
      .action(async () => end(await serve(environment, { ...NONE, ...plan })))
  const all = { http: true, console: true, dispatcher: true, migrates: true }
  runs('start', 'all hosts in one process; brings an embedded database up to date', all)
  runs('http', 'the /v1 API', { http: true })
  runs('console', 'the live console of super admins', { console: true })
  runs('dispatcher', 'sends what was accepted', { dispatcher: true })
}
