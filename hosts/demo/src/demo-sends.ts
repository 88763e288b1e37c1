import { amountText } from '@postrider/web-server/hosting/amount-text'
import type { DemoText } from './demo-templates.js'
import type { DemoTenant, DemoTenants } from './demo-tenant.js'
import type { DemoSend } from './follow-message.js'
import type { DemoPeers } from './demo-peers.js'

/** A number that the British numbering plan reserves as an example. */
export const DEMO_NUMBER = '+447400123456'

const DEMO_ADDRESS = 'asha@example.com'

/** The demo's messages: one per channel through the sandbox, and an email and an SMS over real protocols. */
export const demoSends = (
  { main, production }: DemoTenants,
  { mailbox, smsc }: DemoPeers,
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
    { ...delivered, label: 'SMS', begin: sending(main, 'sms', DEMO_NUMBER) },
    { ...delivered, label: 'WhatsApp', begin: sending(main, 'whatsapp', DEMO_NUMBER) },
    { ...delivered, label: 'Email', begin: sending(main, 'email', DEMO_ADDRESS) },
    {
      label: 'Email by SMTP',
      tenant: production,
      begin: sending(production, 'email', DEMO_ADDRESS),
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
      begin: sending(production, 'sms', DEMO_NUMBER),
      goal: 'DELIVERED',
      proof: () => smsc.transcriptOf(DEMO_NUMBER),
    },
  ]
}
