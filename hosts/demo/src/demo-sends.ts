import { amountText } from '@postrider/web-server/hosting/amount-text'
import type { DemoText } from './demo-templates.js'
import type { DemoTenant, DemoTenants } from './demo-tenant.js'
import type { DemoSend } from './follow-message.js'
import type { DemoPeers } from './demo-peers.js'
import type { DemoRecipients } from './demo-recipients.js'

/** The demo's messages: one per channel through the sandbox, and an email and an SMS over real protocols. */
export const demoSends = (
  { main, production }: DemoTenants,
  { mailbox, smsc }: DemoPeers,
  { number, address }: DemoRecipients,
): readonly DemoSend[] => {
  const sending = (tenant: DemoTenant, template: DemoText, to: string): DemoSend['begin'] => {
    return async (api) => {
      const { messageId, estimatedCharge } = await api.send(tenant, template, to)
      const cost = amountText(estimatedCharge.amountMinor, estimatedCharge.currency)
      return { messageId, text: `${cost} reserved` }
    }
  }
  const delivered = { tenant: main, goal: 'DELIVERED', proof: () => [] }
  return [
    { ...delivered, label: 'SMS', begin: sending(main, 'sms', number) },
    { ...delivered, label: 'WhatsApp', begin: sending(main, 'whatsapp', number) },
    { ...delivered, label: 'Email', begin: sending(main, 'email', address) },
    {
      label: 'Email by SMTP',
      tenant: production,
      begin: sending(production, 'email', address),
      goal: 'SUBMITTED',
      proof: (messageId) => {
        const mail = mailbox.find(messageId)
        if (mail === undefined) return undefined
        return [`the SMTP server has it: "${mail.subject}" from ${mail.from} to ${mail.to.join(', ')}`]
      },
    },
    {
      label: 'SMS by SMPP',
      tenant: production,
      begin: sending(production, 'sms', number),
      goal: 'DELIVERED',
      proof: () => smsc.transcriptOf(number),
    },
  ]
}
