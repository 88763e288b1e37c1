import { appendFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/**
 * A slow mail server in a process of its own: it takes everything, writes recipients into its journal as soon as it has
 * a mail, and answers a while later. Arguments: the journal, and how long a mail takes.
 */
const [journal, takes] = process.argv.slice(2)
if (journal === undefined || takes === undefined) throw new Error('the journal or the time is missing')
const mailMs = Number(takes)

const server = new SMTPServer({
  authOptional: true,
  disableReverseLookup: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, session, answer) => {
    stream.resume()
    stream.on('end', () => {
      appendFileSync(journal, session.envelope.rcptTo.map(({ address }) => `${address}\n`).join(''))
      setTimeout(answer, mailMs)
    })
  },
})
// A client that is killed in the middle is its own trouble.
server.on('error', () => undefined)
const listening = server.listen(0, '127.0.0.1', () =>
  process.send?.({ listening: (listening.address() as AddressInfo).port }),
)
process.on('disconnect', () => process.exit(0))
