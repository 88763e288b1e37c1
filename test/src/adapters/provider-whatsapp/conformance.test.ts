import { describeProvider } from '@postrider/conformance/provider/provider-kit'
import type { OpenProvider } from '@postrider/conformance/provider/open-provider'
import { whatsappOpener } from '@postrider/provider-whatsapp/whatsapp-provider'
import { startWhatsappCloud, type WhatsappCloud } from '../../servers/whatsapp-cloud.js'
import { accountAt, secretsOf, startCallbackServer, TEMPLATES, VERIFY_TOKEN, clock } from './open-whatsapp.js'

describe('WhatsApp', () => {
  let cloud: WhatsappCloud
  before(async () => {
    cloud = await startWhatsappCloud(TEMPLATES, ['delivered'])
  })
  after(() => cloud.stop())

  const open: OpenProvider = async (sink) => {
    const earlier = cloud.messages().length
    const account = accountAt(cloud)
    const secrets = secretsOf(cloud)
    const callbacks = await startCallbackServer(account, secrets, sink)
    await cloud.subscribe(callbacks.url, VERIFY_TOKEN)
    const provider = whatsappOpener(clock).open(account, secrets, sink)
    return {
      provider,
      providerAccountId: account.providerAccountId,
      secrets: Object.values(secrets),
      destinations: {
        taken: '+4915123456789',
        refusedForGood: '+999131026',
        refusedForNow: '+999130429',
        unknown: '+99710001',
        silent: '+99720001',
      },
      delivered: async () =>
        cloud
          .messages()
          .slice(earlier)
          .map(({ to, bodyValues: [reference = '', text = ''] }) => ({
            to,
            text,
            subject: undefined,
            reference,
          })),
      close: async () => {
        await provider.close()
        callbacks.close()
      },
    }
  }

  describeProvider('The Cloud API', open, { reportsDelivery: true, channel: 'whatsapp' })
})
