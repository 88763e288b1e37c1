import type { ProviderQuestion, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { WHATSAPP_REGISTRATION } from '../builders/a-registration.js'
import { aTrace } from '../builders/a-trace.js'
import { fresh, NOW_MS } from '../builders/fresh.js'

/** The first call of a message without any registration. */
const aCall = () => ({
  messageId: fresh.id('msg'),
  registration: undefined,
  category: 'transactional' as const,
  otp: undefined,
  expiresAtMs: NOW_MS + 48 * HOUR_MS,
  attempt: 1,
  bounceAddress: undefined,
  unsubscribe: undefined,
  trace: aTrace(),
})

/** An email on its way to a provider. */
export const anEmail = (to: string, overrides: Partial<ProviderSubmission> = {}): ProviderSubmission => ({
  ...aCall(),
  to,
  recipientName: 'Zoë O’Brien',
  sender: {
    channel: 'email',
    from: 'orders@shop.example',
    fromName: 'The Shop',
    replyTo: 'help@shop.example',
  },
  content: {
    channel: 'email',
    subject: 'Your order',
    text: 'It is on its way.\nThe Shop',
    html: '<p>It is on its way.</p>',
  },
  ...overrides,
})

/** A text message on its way to a provider. */
export const anSms = (to: string, overrides: Partial<ProviderSubmission> = {}): ProviderSubmission => ({
  ...aCall(),
  to,
  recipientName: undefined,
  sender: { channel: 'sms', header: 'TSHOP' },
  content: { channel: 'sms', text: 'It is on its way.', encoding: 'gsm7', segments: 1 },
  ...overrides,
})

/**
 * A WhatsApp message on its way to a provider. Its text is registered as `order_shipped`, with two values,
 * one per line.
 */
export const aWhatsappMessage = (
  to: string,
  overrides: Partial<ProviderSubmission> = {},
): ProviderSubmission => ({
  ...aCall(),
  to,
  recipientName: undefined,
  sender: { channel: 'whatsapp', phoneNumberId: '106540352242922' },
  content: {
    channel: 'whatsapp',
    text: 'Your order\nis on its way.',
    headerParameters: [],
    bodyParameters: ['Your order', 'is on its way.'],
    templateName: WHATSAPP_REGISTRATION.name,
    language: WHATSAPP_REGISTRATION.language,
  },
  registration: { channel: 'whatsapp', ...WHATSAPP_REGISTRATION },
  ...overrides,
})

/** The question to a provider about a call for this message, which started a moment ago. */
export const questionOf = ({ messageId, to, sender }: ProviderSubmission): ProviderQuestion => ({
  messageId,
  to,
  sender,
  startedAtMs: NOW_MS,
  providerMessageIds: [],
})
