import { E } from '@postrider/core/fp'
import { createDispatcherHost } from '@postrider/dispatcher/dispatcher-host'
import type { DispatcherIntervals } from '@postrider/dispatcher/pace'
import { createHttpHost } from '@postrider/http/http-host'
import { compose, type Composition, type Overrides } from '@postrider/wiring/compose'
import { parseSettings } from '@postrider/wiring/settings'

type Environment = Readonly<Record<string, string>>

const orThrow = <A>(made: E.Either<unknown, A>): A => {
  if (E.isRight(made)) return made.right
  throw new Error(JSON.stringify(made.left))
}

/** What is put together of settings in this process, silent; `overrides` are its time and whatever else is not real. */
export const composeHere = (settings: Environment, overrides: Overrides = {}): Promise<Composition> =>
  compose(orThrow(parseSettings(settings)), { overrides, log: { write: () => undefined } })

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

/** Accepts over HTTP in this process, on a free port; the answer stops it. */
export const acceptHere = async (
  composition: Composition,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> => {
  const { ports, postrider, vocabulary, log, release, metrics } = composition
  const { clock, ids, ipAddresses } = ports
  const http = createHttpHost({
    postrider,
    vocabulary,
    clock,
    ids,
    ipAddresses,
    log,
    release,
    requestMetrics: metrics,
  })
  const { port } = await http.listen('127.0.0.1', 0)
  return { port, stop: () => http.close() }
}
