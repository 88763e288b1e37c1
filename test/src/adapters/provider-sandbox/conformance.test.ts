import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSandbox } from '@postrider/provider-sandbox/sandbox-provider'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemRandom } from '@postrider/node/system/system-random'
import { systemTimers } from '@postrider/node/system/system-timers'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import {
  type DeliveredMessage,
  describeProvider,
  type KitChannel,
  type OpenProvider,
} from '@postrider/conformance/provider'
import { freshDirectory } from '../../servers/run-directory.js'
import { type InboxLine, readInbox } from './read-inbox.js'

/** The recipient's text of an SMS or a WhatsApp message, without the line with our reference. */
const readLine = ({ channel, to, text, subject, messageId }: InboxLine): DeliveredMessage => ({
  to,
  text: channel === 'email' ? text : text.split('\n').slice(1).join('\n'),
  subject,
  reference: messageId,
})

/** Reachable addresses for each ending that causes an outcome. */
const ADDRESSES: Readonly<Record<KitChannel, (ending?: string) => string>> = {
  email: (ending) => (ending === undefined ? 'zoe@example.com' : `zoe+${ending}@example.com`),
  sms: (ending = '7890') => `+4915123456${ending}`,
  whatsapp: (ending = '7890') => `+4915123456${ending}`,
}

const openWith =
  (deduplicates = false): OpenProvider =>
  async (sink, channel) => {
    const dataDir = await freshDirectory('sandbox')
    const clock = createSystemClock()
    const account = aProviderAccount({ settings: { serves: '+4915' } })
    const openIn = (folder: string) => {
      const options = { dataDir: folder, clock, timers: systemTimers, random: systemRandom, deduplicates }
      const sandbox = createSandbox({ ...options, deliverAfterMs: 40, lateMs: 200, slowMs: 800 })
      return sandbox.open(account, {}, sink)
    }
    const provider = openIn(dataDir)
    const to = ADDRESSES[channel]
    const noFolder = join(dataDir, 'no-folder')
    await writeFile(noFolder, '')
    return {
      provider,
      providerAccountId: account.providerAccountId,
      destinations: {
        accepted: to(),
        permanentFailure: to('0001'),
        transientFailure: to('0005'),
        unknown: to('0003'),
        silent: to('0007'),
        late: to('0007'),
      },
      reopen: () => openIn(dataDir),
      openAway: () => openIn(noFolder),
      ...(channel !== 'email' && { unfit: (usual) => ({ ...usual, to: '+447700900123' }) }),
      delivered: async () => (await readInbox(dataDir)).map(readLine),
      close: () => provider.close(),
    }
  }

const WHOLE = { reportsDelivery: true, takesWhole: true } as const

describeProvider('The sandbox', openWith(), { ...WHOLE, channels: ['email', 'sms', 'whatsapp'] })
describeProvider('The sandbox with recognized repeats', openWith(true), {
  ...WHOLE,
  channels: ['email'],
})
