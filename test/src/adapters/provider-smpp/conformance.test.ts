import { smppOpener } from '@postrider/provider-smpp/smpp-provider'
import { createSystemClock } from '@postrider/system/system-clock'
import { systemRandom } from '@postrider/system/system-random'
import { systemTimers } from '@postrider/system/system-timers'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import type { DeliveredMessage, OpenProvider } from '@postrider/conformance/provider/open-provider'
import { describeProvider } from '@postrider/conformance/provider/provider-kit'
import { startMessageCentre, type CentreSubmit, type MessageCentre } from './message-centre.js'

/** What recipients got: parts put together under what they belong to, in their order. */
const deliveredBy = (submits: readonly CentreSubmit[]): readonly DeliveredMessage[] => {
  const whole = new Map<string, CentreSubmit[]>()
  for (const submit of submits) {
    const { id, header, destination_addr: to } = submit
    const key = header === '' ? id : `${to}|${header.slice(0, 10)}`
    whole.set(key, [...(whole.get(key) ?? []), submit])
  }
  return [...whole.values()].flatMap((parts) => {
    const [first] = parts
    const total = first?.header === '' ? 1 : Number.parseInt(first?.header.slice(8, 10) ?? '', 16)
    if (first === undefined || parts.length < total) return []
    const inOrder = parts.toSorted((a, b) => a.header.localeCompare(b.header))
    const [reference = '', ...lines] = inOrder
      .map(({ text }) => text)
      .join('')
      .split('\n')
    return [{ to: `+${first.destination_addr}`, text: lines.join('\n'), subject: undefined, reference }]
  })
}

describe('SMPP', () => {
  let centre: MessageCentre
  let earlier = 0
  before(async () => {
    centre = await startMessageCentre()
  })
  after(() => centre.kill())
  const open: OpenProvider = async (sink) => {
    earlier = centre.submits().length
    const account = aProviderAccount({
      kind: 'smpp',
      channels: ['sms'],
      settings: { host: '127.0.0.1', port: centre.port, tls: 'none' },
    })
    const parts = { clock: createSystemClock(), timers: systemTimers, random: systemRandom }
    const provider = smppOpener(parts).open(account, { systemId: 'shop', password: 'secret' }, sink)
    return {
      provider,
      providerAccountId: account.providerAccountId,
      secrets: ['secret'],
      destinations: {
        taken: '+4915123456789',
        refusedForGood: '+99900011000',
        refusedForNow: '+99900088000',
        unknown: '+99920000000',
        silent: '+99910000000',
      },
      delivered: async () => deliveredBy(centre.submits().slice(earlier)),
      close: () => provider.close(),
    }
  }

  describeProvider('A message centre', open, { reportsDelivery: true, channel: 'sms' })
})
