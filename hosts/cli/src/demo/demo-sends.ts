import type { DemoTenants } from './demo-tenant.js'
import type { DemoSend } from './follow-message.js'
import type { Mailbox } from './mailbox.js'

/** A number that the numbering plan of Great Britain sets aside as an example. */
export const DEMO_NUMBER = '+447400123456'

const DEMO_ADDRESS = 'asha@example.com'

/** What the demo sends: every channel through the sandbox, and a mail through a real conversation. */
export const demoSends = ({ main, production }: DemoTenants, mailbox: Mailbox): readonly DemoSend[] => {
  const delivered = { tenant: main, goal: 'DELIVERED', proof: () => '' }
  return [
    { ...delivered, label: 'SMS', channel: 'sms', to: DEMO_NUMBER },
    { ...delivered, label: 'WhatsApp', channel: 'whatsapp', to: DEMO_NUMBER },
    { ...delivered, label: 'Email', channel: 'email', to: DEMO_ADDRESS },
    {
      label: 'Email by SMTP',
      tenant: production,
      channel: 'email',
      to: DEMO_ADDRESS,
      goal: 'SUBMITTED',
      proof: (messageId) => {
        const mail = mailbox.find(messageId)
        if (mail === undefined) return undefined
        return `the SMTP server has it: "${mail.subject}" from ${mail.from} to ${mail.to.join(', ')}`
      },
    },
  ]
}
