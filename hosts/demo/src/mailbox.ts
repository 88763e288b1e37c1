import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** An email that the throwaway server received. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  /** The whole email as it was transmitted. */
  readonly raw: string
}

/** An SMTP server that runs as long as the demo and keeps its emails in memory. */
export interface Mailbox {
  readonly port: number
  /** The email of this message, by its Message-ID, once it has arrived. */
  find(messageId: string): ReceivedMail | undefined
  close(): Promise<void>
}

const subjectOf = (raw: string): string => /^subject: (.*)$/im.exec(raw)?.[1]?.trim() ?? ''

const hasMessageId = (raw: string, messageId: string): boolean =>
  new RegExp(`^message-id: *<?${messageId}[@>\\s]`, 'im').test(raw)

const listen = (server: SMTPServer): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    const listening = server.listen(0, '127.0.0.1', () => {
      server.off('error', reject)
      resolve((listening.address() as AddressInfo).port)
    })
  })

/**
 * Starts it on a free port of the loopback interface; each email is also passed to `take`, before it is
 * acknowledged.
 */
export const openMailbox = async (take: (mail: ReceivedMail) => void): Promise<Mailbox> => {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    name: 'mailbox.postrider.example',
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false || mailFrom === undefined ? '' : mailFrom.address
        const mail = { from, to: rcptTo.map(({ address }) => address), subject: subjectOf(raw), raw }
        mails.push(mail)
        take(mail)
        callback(null, 'the mail is in the mailbox')
      })
    },
  })
  const port = await listen(server)
  // A client that disconnects in the middle isn't an error.
  server.on('error', () => undefined)
  return {
    port,
    find: (messageId) => mails.find(({ raw }) => hasMessageId(raw, messageId)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
