import { setTimeout as pause } from 'node:timers/promises'
import { type RunningCommand, startPostrider } from '@postrider/test/hosts/cli/run-postrider'
import { endAll, portOf } from '@postrider/test/hosts/mail-scene'
import { residentMiB } from '../../benchmarks/machine/process-cost.js'
import type { Stage } from './stage.js'

/** The processes of an installation. Some of them are killed. */
export interface Crew {
  /** The port of the host that accepts messages. */
  port(): number
  /** Kills a dispatcher and starts another one in its place. */
  killDispatcher(): Promise<void>
  /** Does the same with the host. */
  killHost(): Promise<void>
  /** The most memory that a dispatcher had, in MiB. */
  mostMiB(): number
  stop(): Promise<void>
}

const DISPATCHERS = 2
const LOOKED_EVERY_MS = 500

const killed = async ({ process, exitCode }: RunningCommand): Promise<void> => {
  process.kill('SIGKILL')
  await exitCode
}

/** Starts a host and two dispatchers. */
export const startCrew = async ({ settings }: Stage): Promise<Crew> => {
  const startHost = () => startPostrider(['http'], settings)
  const startDispatcher = () => startPostrider(['dispatcher'], settings)
  let host = startHost()
  const dispatchers = Array.from({ length: DISPATCHERS }, startDispatcher)
  let port = await portOf(host)
  await Promise.all(dispatchers.map((one) => one.logged('serving')))
  let mostMiB = 0
  const over = new AbortController()
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      for (const { process } of dispatchers)
        if (process.exitCode === null && process.signalCode === null && process.pid !== undefined)
          mostMiB = Math.max(mostMiB, residentMiB(process.pid))
      await pause(LOOKED_EVERY_MS)
    }
  }
  const watching = watch()
  return {
    port: () => port,
    killDispatcher: async () => {
      const [victim] = dispatchers.splice(0, 1)
      if (victim !== undefined) await killed(victim)
      const next = startDispatcher()
      await next.logged('serving')
      dispatchers.push(next)
    },
    killHost: async () => {
      await killed(host)
      host = startHost()
      port = await portOf(host)
    },
    mostMiB: () => mostMiB,
    stop: async () => {
      over.abort()
      await watching
      await endAll([host, ...dispatchers])
    },
  }
}
