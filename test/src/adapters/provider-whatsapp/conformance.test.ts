import { describeProvider, type OpenProvider } from '@postrider/conformance/provider'
import { cloudCallbackReader } from '@postrider/provider-whatsapp/callbacks/read-callback'
import { whatsappOpener } from '@postrider/provider-whatsapp/whatsapp-provider'
import { startWhatsappCloud, type WhatsappCloud } from '../../servers/whatsapp-cloud.js'
import { freePort } from '../../servers/free-port.js'
import { startCallbackServer } from '../callback-server.js'
import { accountAt, secretsOf, TEMPLATES, VERIFY_TOKEN, parts } from './open-whatsapp.js'

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
    const callbacks = await startCallbackServer(cloudCallbackReader, account, secrets, sink)
    await cloud.subscribe(callbacks.url, VERIFY_TOKEN)
    const openAt = (at = account, as = secrets) => whatsappOpener(parts).open(at, as, sink)
    const provider = openAt()
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const away = { ...account, settings: { ...account.settings, baseUrl } }
    return {
      provider,
      providerAccountId: account.providerAccountId,
      secrets: Object.values(secrets),
      destinations: {
        accepted: '+4915123456789',
        permanentFailure: '+999131026',
        transientFailure: '+999130429',
        unknown: '+99710001',
        silent: '+99720001',
        late: '+99770001',
      },
      reopen: () => openAt(),
      openAway: () => openAt(away),
      openUnknown: () => openAt(account, { ...secrets, accessToken: 'EAAG-of-nobody' }),
      unfit: (usual) => ({ ...usual, to: '+999131048' }),
      connections: cloud.connections,
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

  describeProvider('The Cloud API', open, { channels: ['whatsapp'], reportsDelivery: true })
})
