import { CHANNELS, type Channel } from '@postrider/core/domain/channels/channel'
import type { ProviderAccountId } from '@postrider/core/domain/ids/id'
import type { ProviderAccount, Sender } from '@postrider/core/domain/tenancy/service-configuration'
import type { TemplateContent } from '@postrider/core/domain/templates/template'
import type { Environment } from '@postrider/core/domain/tenancy/records'
import type { Equipment } from './equip-app.js'

export const DEMO_CURRENCY = 'INR'

/** Countries with a price, and what their numbers begin with. */
export const DEMO_COUNTRIES = ['IN', 'GB', 'US'] as const

const PREFIXES = { IN: '+91', GB: '+44', US: '+1' } as const
const SMS_MINOR = { IN: 18, GB: 430, US: 95 } as const
const WHATSAPP_MINOR = { IN: 12, GB: 310, US: 140 } as const
const EMAIL_MINOR = 4

/** What a demo account starts with, and what it is filled up to when less than a tenth is left. */
export const DEMO_CREDIT_MINOR = 100_000_000

/** The name under which legacy batches call the demo's senders. */
export const DEMO_SENDER_ID = 'POSTRIDER'

/** The variable that takes a passcode. */
export const OTP_VARIABLE = 'code'

/** Values that fill the demo's templates; those of SMS and WhatsApp have the same names (decisions 14). */
export const DEMO_VARIABLES = {
  sms: { name: 'Asha', text: 'your order 10024 has left our warehouse.' },
  whatsapp: { name: 'Asha', text: 'your order 10024 has left our warehouse.' },
  email: { name: 'Asha', order: '10024', text: 'It has left our warehouse and will be with you tomorrow.' },
} as const

const CONTENTS: { readonly [C in Channel]: Extract<TemplateContent, { channel: C }> } = {
  sms: { channel: 'sms', text: 'Hello {{name}}, {{text}}' },
  whatsapp: { channel: 'whatsapp', text: 'Hello {{name}}, {{text}}', footer: 'Postrider demo' },
  email: {
    channel: 'email',
    subject: 'Your order {{order}}',
    text: 'Hello {{name}},\n\nthis is about your order {{order}}. {{text}}\n',
    html: '<p>Hello {{name}},</p><p>this is about your order <b>{{order}}</b>. {{text}}</p>',
  },
}

const MAX_LENGTHS: Readonly<Record<string, number>> = { name: 60, order: 20, text: 500 }

const SENDERS: { readonly [C in Channel]: Extract<Sender, { channel: C }> } = {
  sms: { channel: 'sms', header: 'PSTRDR' },
  whatsapp: { channel: 'whatsapp', phoneNumberId: '100000000000001' },
  email: { channel: 'email', from: 'orders@postrider.example', fromName: 'Postrider demo' },
}

const templateOf = (channel: Channel): Equipment['templates'][number] => ({
  name: `demo-${channel}`,
  category: 'transactional',
  language: 'en',
  content: CONTENTS[channel],
  variables: Object.entries(DEMO_VARIABLES[channel]).map(([name, example]) => ({
    name,
    example,
    maxLength: MAX_LENGTHS[name] ?? 60,
  })),
})

const passcodeTemplateOf = (channel: 'sms' | 'whatsapp'): Equipment['templates'][number] => ({
  name: channel === 'sms' ? 'demo-otpSms' : 'demo-otpWhatsapp',
  category: 'otp',
  language: 'en',
  content: { channel, text: `{{${OTP_VARIABLE}}} is your Postrider code. It is good for five minutes.` },
  variables: [{ name: OTP_VARIABLE, example: '123456', maxLength: 10 }],
})

const pricesOf = (nowMs: number): Equipment['prices'] => {
  const price = (channel: Channel, destinationPrefix: string, unitAmountMinor: number) => ({
    channel,
    destinationPrefix,
    unitAmountMinor,
    chargeOn: 'submitted' as const,
    effectiveFromMs: nowMs,
  })
  return [
    ...DEMO_COUNTRIES.map((country) => price('sms', PREFIXES[country], SMS_MINOR[country])),
    ...DEMO_COUNTRIES.map((country) => price('whatsapp', PREFIXES[country], WHATSAPP_MINOR[country])),
    price('email', '*', EMAIL_MINOR),
  ]
}

const configurationOf =
  (providerAccountId: ProviderAccountId) =>
  (channel: Channel): Equipment['configurations'][number] => ({
    channel,
    sender: SENDERS[channel],
    providerAccountIds: [providerAccountId],
  })

/** A tenant of the demo: what its owner calls it, and what operators give its app. */
export interface DemoPlan {
  readonly displayName: string
  readonly environment: Environment
  readonly equipment: Equipment
}

/** A tenant of the test environment with every channel, on the sandbox. */
export const sandboxPlan = (displayName: string, account: ProviderAccount, nowMs: number): DemoPlan => ({
  displayName,
  environment: 'test',
  equipment: {
    currency: DEMO_CURRENCY,
    creditMinor: DEMO_CREDIT_MINOR,
    configurations: CHANNELS.map(configurationOf(account.providerAccountId)),
    templates: [...CHANNELS.map(templateOf), passcodeTemplateOf('sms'), passcodeTemplateOf('whatsapp')],
    legacySenderId: DEMO_SENDER_ID,
    prices: pricesOf(nowMs),
    providerAccounts: [account],
  },
})

/** A tenant in production that sends email over SMTP. */
export const smtpPlan = (displayName: string, account: ProviderAccount, nowMs: number): DemoPlan => ({
  displayName,
  environment: 'production',
  equipment: {
    currency: DEMO_CURRENCY,
    creditMinor: DEMO_CREDIT_MINOR,
    configurations: [configurationOf(account.providerAccountId)('email')],
    templates: [templateOf('email')],
    prices: pricesOf(nowMs),
    providerAccounts: [account],
  },
})
