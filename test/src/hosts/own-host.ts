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

/** A silent composition from settings in this process. `overrides` replace the clock and other real parts. */
export const composeHere = (settings: Environment, overrides: Overrides = {}): Promise<Composition> =>
  compose(orThrow(parseSettings({ ...ON_LOOPBACK, ...settings })), {
    overrides,
    log: { write: () => undefined },
  })

/** Starts a dispatcher in this process, and returns a function that stops it. */
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

/** The dependencies of an HTTP host from a composition. */
export const httpNeedsOf = ({ ports, postrider, vocabulary, log, release, metrics }: Composition) => {
  const { clock, ids, ipAddresses } = ports
  return { postrider, vocabulary, clock, ids, ipAddresses, log, release, requestMetrics: metrics }
}

/** Starts an HTTP host in this process, by default on a free port, and returns a function that stops it. */
export const acceptHere = async (
  composition: Composition,
  wanted = 0,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> => {
  const http = createHttpHost(httpNeedsOf(composition))
  const { port } = await http.listen('127.0.0.1', wanted)
  return { port, stop: () => http.close() }
}
