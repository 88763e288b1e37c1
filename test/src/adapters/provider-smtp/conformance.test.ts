import PostalMime from 'postal-mime'
import { smtpOpener } from '@postrider/provider-smtp/smtp-provider'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { type DeliveredMessage, describeProvider, type OpenProvider } from '@postrider/conformance/provider'
import { freePort } from '../../servers/free-port.js'
import { startScriptedSmtpServer, type ReceivedMail } from './scripted-smtp-server.js'
import { parts } from './open-smtp.js'

/** It offers a login, and accepts none. */
const LOGIN = 'AUTH PLAIN LOGIN'

const read = async ({ to, raw }: ReceivedMail): Promise<DeliveredMessage> => {
  const mail = await PostalMime.parse(raw)
  return { to: to.join(), text: mail.text ?? '', subject: mail.subject, reference: mail.messageId ?? '' }
}

const openOn =
  (extensions: readonly string[]): OpenProvider =>
  async (sink) => {
    const server = await startScriptedSmtpServer({ extensions })
    const account = aProviderAccount({ kind: 'smtp' })
    const openAt = (port: number, secrets = {}) => {
      const settings = { host: '127.0.0.1', port, tls: 'none', maxConnections: 4 }
      return smtpOpener(parts).open({ ...account, settings }, secrets, sink)
    }
    const provider = openAt(server.port)
    const nobody = await freePort()
    return {
      provider,
      providerAccountId: account.providerAccountId,
      destinations: {
        accepted: 'zoe@example.com',
        permanentFailure: 'rcpt-550-5.1.1@example.com',
        transientFailure: 'rcpt-450-4.2.1@example.com',
        unknown: 'content-drop@example.com',
        silent: 'content-hang@example.com',
      },
      reopen: () => openAt(server.port),
      openAway: () => openAt(nobody),
      openUnknown: () => openAt(server.port, { user: 'shop', password: 'wrong' }),
      unfit: (usual) => ({
        ...usual,
        sender: { ...usual.sender, channel: 'email', from: 'mail-550-5.1.8@shop.example' },
      }),
      connections: server.open,
      delivered: () => Promise.all(server.mails.map(read)),
      close: async () => {
        await provider.close()
        await server.close()
      },
    }
  }

describeProvider('SMTP', openOn([LOGIN]), { channels: ['email'], reportsDelivery: false })
describeProvider(
  'SMTP with pipelining',
  openOn([LOGIN, 'PIPELINING', 'SIZE 1000000', '8BITMIME', 'SMTPUTF8']),
  {
    channels: ['email'],
    reportsDelivery: false,
  },
)
