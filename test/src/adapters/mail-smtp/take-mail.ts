import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { TEST_CERTIFICATE_PEM, TEST_KEY_PEM } from '../provider-smtp/test-certificate.js'

/** A mail as a real server took it. */
export interface TakenMail {
  readonly to: readonly string[]
  readonly isSecure: boolean
  /** Who was logged in. */
  readonly user: string | undefined
  readonly raw: string
}

/** A real mail server on loopback, and what it took. */
export interface TakingServer {
  readonly port: number
  readonly mails: readonly TakenMail[]
  close(): Promise<void>
}

/** Starts one that offers STARTTLS and takes every mail without a login, unless the options say otherwise. */
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
  // A client that goes away in the middle is its own trouble.
  server.on('error', () => undefined)
  const { port } = listening.address() as AddressInfo
  return { port, mails, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
