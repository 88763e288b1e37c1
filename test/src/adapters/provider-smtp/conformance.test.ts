import PostalMime from 'postal-mime'
import { smtpOpener } from '@postrider/provider-smtp/smtp-provider'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import type { DeliveredMessage, OpenProvider } from '@postrider/conformance/provider/open-provider'
import { describeProvider } from '@postrider/conformance/provider/provider-kit'
import { startScriptedSmtpServer, type ReceivedMail } from './scripted-smtp-server.js'
import { clock } from './open-smtp.js'

const read = async ({ to, raw }: ReceivedMail): Promise<DeliveredMessage> => {
  const mail = await PostalMime.parse(raw)
  return { to: to.join(), text: mail.text ?? '', subject: mail.subject, reference: mail.messageId ?? '' }
}

const openOn =
  (extensions: readonly string[]): OpenProvider =>
  async (sink) => {
    const server = await startScriptedSmtpServer({ extensions })
    const account = aProviderAccount({
      kind: 'smtp',
      settings: { host: '127.0.0.1', port: server.port, tls: 'none', maxConnections: 4 },
    })
    const provider = smtpOpener(clock).open(account, {}, sink)
    return {
      provider,
      providerAccountId: account.providerAccountId,
      destinations: {
        taken: 'zoe@example.com',
        refusedForGood: 'rcpt-550-5.1.1@example.com',
        refusedForNow: 'rcpt-450-4.2.1@example.com',
        unknown: 'content-drop@example.com',
        silent: 'content-hang@example.com',
      },
      delivered: () => Promise.all(server.mails.map(read)),
      close: async () => {
        await provider.close()
        await server.close()
      },
    }
  }

describeProvider('SMTP', openOn([]), { reportsDelivery: false })
describeProvider('SMTP with pipelining', openOn(['PIPELINING', 'SIZE 1000000', '8BITMIME', 'SMTPUTF8']), {
  reportsDelivery: false,
})
