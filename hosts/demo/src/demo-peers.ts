import { appendFileSync } from 'node:fs'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { mailTextOf } from './mail-text.js'
import { type Mailbox, openMailbox, type ReceivedMail } from './mailbox.js'
import { openShownSmsc, type ShownSmsc } from './shown-smsc.js'

/** The demo's own servers that it sends to. */
export interface DemoPeers {
  readonly mailbox: Mailbox
  readonly smsc: ShownSmsc
}

/** The sender of the service's own emails: sign-up and password links, invitations, notices. */
export const OWN_SENDER = { address: 'no-reply@postrider.example', name: 'Postrider demo' } as const

/** Writes the service's own emails to the file of the sandbox's deliveries. */
const keepIn =
  (inbox: string) =>
  ({ from, to, subject, raw }: ReceivedMail): void => {
    if (from !== OWN_SENDER.address) return
    const line = {
      channel: 'email',
      to: to.join(', '),
      from,
      subject,
      text: mailTextOf(raw),
      at: isoTime(Date.now()),
    }
    appendFileSync(inbox, `${JSON.stringify(line)}\n`, { mode: 0o600 })
  }

/** Starts both; the service's own emails are also written to the inbox file. */
export const openPeers = async (inbox: string): Promise<DemoPeers> => {
  const mailbox = await openMailbox(keepIn(inbox))
  return { mailbox, smsc: await openShownSmsc() }
}

export const closePeers = async ({ mailbox, smsc }: DemoPeers): Promise<void> => {
  await mailbox.close()
  await smsc.close()
}
