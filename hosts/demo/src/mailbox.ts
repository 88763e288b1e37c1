import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail that the throwaway server took. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  /** The whole mail as it came over the wire. */
  readonly raw: string
}

/** An SMTP server that lives as long as the demo and keeps what it gets in memory. */
export interface Mailbox {
  readonly port: number
  /** The mail of this message, known by its Message-ID, once it is there. */
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

/** Starts it on a free port of the loopback interface; each mail is also told to `take`, before it is answered for. */
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
  // A client that goes away in the middle is its own trouble.
  server.on('error', () => undefined)
  return {
    port,
    find: (messageId) => mails.find(({ raw }) => hasMessageId(raw, messageId)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
