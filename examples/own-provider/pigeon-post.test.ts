import { aProviderAccount, describeProvider } from '@postrider/conformance/provider'
import { NUMBERS, openLoft, PASSWORD } from './loft.ts'
import { pigeonOpener } from './pigeon-post.ts'

/** Nobody ever listens there: it is nobody's to give. */
const NOWHERE = 'http://127.0.0.1:65535'

describeProvider(
  'The pigeon post',
  async (sink) => {
    const loft = await openLoft()
    const openAt = (url: string, password = PASSWORD) => {
      const account = aProviderAccount({ kind: 'pigeon-post', channels: ['sms'], settings: { loft: url } })
      return { account, provider: pigeonOpener.open(account, { password }, sink) }
    }
    const { account, provider } = openAt(loft.url)
    return {
      provider,
      providerAccountId: account.providerAccountId,
      destinations: NUMBERS,
      secrets: [PASSWORD],
      reopen: () => openAt(loft.url).provider,
      openAway: () => openAt(NOWHERE).provider,
      openUnknown: () => openAt(loft.url, 'caw').provider,
      // The first line of what the kit sends as an SMS is its reference.
      delivered: async () =>
        loft.flights.map(({ to, text, reference }) => ({
          to,
          text: text.split('\n').slice(1).join('\n'),
          subject: undefined,
          reference,
        })),
      close: async () => {
        await provider.close()
        await loft.close()
      },
    }
  },
  { channels: ['sms'], reportsDelivery: false, takesWhole: true },
)
