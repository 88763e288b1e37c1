import type { Timers } from '@postrider/core/kernel/ports/timers'
import { aDispatcher } from '../../../fakes/dispatch-world.js'
import { type ScriptedProvider, scriptedProvider } from '../../../fakes/scripted-provider.js'

export type Dispatcher = ReturnType<typeof aDispatcher>

/** A scripted provider whose calls take time. */
interface SlowProvider extends ScriptedProvider {
  /** The clock for the calls, set before the first one. */
  goBy(timers: Timers): void
}

/** A provider with this duration of every call. */
const slowProvider = (callMs: number): SlowProvider => {
  const scripted = scriptedProvider()
  let timers: Timers | undefined
  const pause = (): Promise<void> => new Promise((resolve) => timers?.after(callMs, resolve))
  return {
    ...scripted,
    goBy: (given) => {
      timers = given
    },
    opener: {
      ...scripted.opener,
      open: (account, secrets, sink) => {
        const provider = scripted.opener.open(account, secrets, sink)
        const submit: typeof provider.submit = async (submission, timeoutMs) => {
          const outcome = await provider.submit(submission, timeoutMs)
          await pause()
          return outcome
        }
        return { ...provider, submit }
      },
    },
  }
}

/** A dispatcher whose provider has these slots and this duration of a call. */
export const aSlowDispatcher = (maxConcurrent: number, callMs: number): Dispatcher => {
  const provider = slowProvider(callMs)
  const one = aDispatcher({
    provider,
    creditMinor: 100_000,
    tenant: { providerAccount: { maxConcurrent, timeoutMs: 10_000 } },
  })
  provider.goBy(one.time.timers)
  return one
}
