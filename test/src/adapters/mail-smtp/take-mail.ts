import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { TEST_CERTIFICATE_PEM, TEST_KEY_PEM } from '../provider-smtp/test-certificate.js'

/** An email as received by a real server. */
export interface TakenMail {
  readonly to: readonly string[]
  readonly isSecure: boolean
  /** The user who was logged in. */
  readonly user: string | undefined
  readonly raw: string
}

/** A real mail server on loopback, and its emails. */
export interface TakingServer {
  readonly port: number
  readonly mails: readonly TakenMail[]
  close(): Promise<void>
}

/** Starts a server that offers STARTTLS and accepts every email without a login by default. */
export const takeMail = async (options: SMTPServerOptions = {}, onPort = 0): Promise<TakingServer> => {
  const mails: TakenMail[] = []
  const server = new SMTPServer({
    key: TEST_KEY_PEM,
    cert: TEST_CERTIFICATE_PEM,
    authOptional: true,
    closeTimeout: 50,
    disableReverseLookup: true,
    ...options,
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          isSecure: session.secure,
          user: typeof session.user === 'string' ? session.user : undefined,
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        answer()
      })
    },
  })
  const listening = server.listen(onPort, '127.0.0.1')
  await once(listening, 'listening')
  // Ignore clients that disconnect in the middle.
  server.on('error', () => undefined)
  const { port } = listening.address() as AddressInfo
  return { port, mails, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
