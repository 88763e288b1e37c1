import { appendFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/**
 * A slow mail server in its own process. It accepts everything, writes the recipients to its journal on
 * receipt, and responds a while later. Arguments: the journal, and the duration of an email.
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
// A client that is killed halfway doesn't matter here.
server.on('error', () => undefined)
const listening = server.listen(0, '127.0.0.1', () =>
  process.send?.({ listening: (listening.address() as AddressInfo).port }),
)
process.on('disconnect', () => process.exit(0))
