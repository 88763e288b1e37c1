import { createSandbox } from '@postrider/provider-sandbox/sandbox-provider'
import { createSystemClock } from '@postrider/system/system-clock'
import { systemRandom } from '@postrider/system/system-random'
import { systemTimers } from '@postrider/system/system-timers'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import type { OpenProvider } from '@postrider/conformance/provider/open-provider'
import { describeProvider } from '@postrider/conformance/provider/provider-kit'
import { freshDirectory } from '../../servers/run-directory.js'
import { readInbox } from './read-inbox.js'

const openWith =
  (deduplicates: boolean): OpenProvider =>
  async (sink) => {
    const dataDir = await freshDirectory('sandbox')
    const clock = createSystemClock()
    const options = { dataDir, clock, timers: systemTimers, random: systemRandom, deduplicates }
    const sandbox = createSandbox({ ...options, deliverAfterMs: 40, lateMs: 200, slowMs: 800 })
    const account = aProviderAccount()
    const provider = sandbox.open(account, {}, sink)
    return {
      provider,
      providerAccountId: account.providerAccountId,
      destinations: {
        taken: 'zoe@example.com',
        refusedForGood: 'zoe+0001@example.com',
        refusedForNow: 'zoe+0005@example.com',
        unknown: 'zoe+0003@example.com',
        silent: 'zoe+0007@example.com',
      },
      delivered: async () =>
        (await readInbox(dataDir)).map(({ to, text, subject, messageId }) => ({
          to,
          text,
          subject,
          reference: messageId,
        })),
      close: () => provider.close(),
    }
  }

describeProvider('The sandbox', openWith(false), { reportsDelivery: true })
describeProvider('The sandbox, saying that it recognises repeats,', openWith(true), { reportsDelivery: true })
