import { createSandbox } from '@postrider/provider-sandbox/sandbox-provider'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemRandom } from '@postrider/node/system/system-random'
import { systemTimers } from '@postrider/node/system/system-timers'
import type { MessageId, ProviderAccountId } from '@postrider/core/kernel/ids/id'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { anSms } from '@postrider/conformance/provider'

/**
 * A process that opens a sandbox account, submits the given messages and prints the result of each, one line
 * a message, until it is killed. Its sink never stores anything.
 */
const [dataDir = '', account = '', ...messages] = process.argv.slice(2)

const sandbox = createSandbox({
  dataDir,
  clock: createSystemClock(),
  timers: systemTimers,
  random: systemRandom,
  deliverAfterMs: 100,
})
const providerAccountId = account as ProviderAccountId
const provider = sandbox.open(aProviderAccount({ providerAccountId }), {}, () =>
  Promise.reject(new Error('this process stores nothing')),
)
for (const each of messages) {
  const [messageId, to = ''] = each.split('=')
  const outcome = await provider.submit(anSms(to, { messageId: messageId as MessageId }), 2_000)
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
}
setInterval(() => undefined, 1_000)
