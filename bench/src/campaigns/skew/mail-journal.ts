import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that records the arrival of each email on this process's monotonic clock. */
export interface MailJournal {
  readonly port: number
  /** The arrival times of emails for an address. */
  arrivals(address: string): readonly number[]
  close(): Promise<void>
}

/** The response time for a slow recipient, during which the lease continues. */
const SLOW_MS = 3_000

/** Starts a mail server that accepts everything. Addresses that start with `slow` get a delayed response. */
export const openMailJournal = async (): Promise<MailJournal> => {
  const arrivals = new Map<string, number[]>()
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 50,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, answer) => {
      stream.resume()
      stream.on('end', () => {
        const addresses = session.envelope.rcptTo.map(({ address }) => address)
        for (const address of addresses) {
          arrivals.set(address, [...(arrivals.get(address) ?? []), performance.now()])
        }
        if (addresses.some((address) => address.startsWith('slow'))) setTimeout(answer, SLOW_MS)
        else answer()
      })
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    port,
    arrivals: (address) => arrivals.get(address) ?? [],
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
