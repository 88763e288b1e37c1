import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSandbox } from '@postrider/provider-sandbox/sandbox-provider'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemRandom } from '@postrider/node/system/system-random'
import { systemTimers } from '@postrider/node/system/system-timers'
import type { MessageId, ProviderAccountId } from '@postrider/core/kernel/ids/id'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { anSms } from '@postrider/conformance/provider'

/**
 * A process that opens a sandbox account on a directory with journals, and submits a message of them and a
 * new one. It waits for a number of reports, and prints the outcomes and the longest blockage of its event
 * loop.
 */
const [dataDir = '', account = '', known = '', expected = ''] = process.argv.slice(2)

const reported = new Set<string>()
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const provider = createSandbox({
  dataDir,
  clock: createSystemClock(),
  timers: systemTimers,
  random: systemRandom,
  deliverAfterMs: 40,
}).open(aProviderAccount({ providerAccountId: account as ProviderAccountId }), {}, ({ reports = [] }) => {
  for (const { messageId } of reports) if (messageId !== undefined) reported.add(messageId)
  return Promise.resolve()
})
const again = await provider.submit(anSms('+447400120000', { messageId: known as MessageId }), 60_000)
const fresh = await provider.submit(anSms('+447400120000'), 60_000)
while (reported.size < Number(expected)) await sleep(50)
delay.disable()
await provider.close()
const longestPauseMs = Math.round(delay.max / 1e6)
process.stdout.write(
  JSON.stringify({ again: again._tag, fresh: fresh._tag, reported: reported.size, longestPauseMs }),
)
