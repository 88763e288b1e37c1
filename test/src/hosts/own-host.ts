import { E } from '@postrider/core/fp'
import { createDispatcherHost } from '@postrider/dispatcher/dispatcher-host'
import type { DispatcherIntervals } from '@postrider/dispatcher/pace'
import { createHttpHost } from '@postrider/http/http-host'
import { compose, type Composition, type Overrides } from '@postrider/wiring/compose'
import { parseSettings } from '@postrider/wiring/settings'
import { ON_LOOPBACK } from '../builders/loopback-networks.js'

type Environment = Readonly<Record<string, string>>

const orThrow = <A>(made: E.Either<unknown, A>): A => {
  if (E.isRight(made)) return made.right
  throw new Error(JSON.stringify(made.left))
}

/** What is put together of settings in this process, silent; `overrides` are its time and whatever else is not real. */
export const composeHere = (settings: Environment, overrides: Overrides = {}): Promise<Composition> =>
  compose(orThrow(parseSettings({ ...ON_LOOPBACK, ...settings })), {
    overrides,
    log: { write: () => undefined },
  })

/** Starts a dispatcher in this process; the answer stops it. */
export const dispatchHere = async (
  { ports, postrider, metrics, log }: Composition,
  pace: Partial<DispatcherIntervals> = {},
): Promise<() => Promise<void>> => {
  const dispatcher = createDispatcherHost({ ports, postrider, gauges: metrics, log, pace })
  orThrow(await dispatcher.start())
  return async () => {
    orThrow(await dispatcher.stop())
  }
}

/** What an HTTP host needs of what was put together. */
export const httpNeedsOf = ({ ports, postrider, vocabulary, log, release, metrics }: Composition) => {
  const { clock, ids, ipAddresses } = ports
  return { postrider, vocabulary, clock, ids, ipAddresses, log, release, requestMetrics: metrics }
}

/** Accepts over HTTP in this process, on a free port unless one is named; the answer stops it. */
export const acceptHere = async (
  composition: Composition,
  wanted = 0,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> => {
  const http = createHttpHost(httpNeedsOf(composition))
  const { port } = await http.listen('127.0.0.1', wanted)
  return { port, stop: () => http.close() }
}
