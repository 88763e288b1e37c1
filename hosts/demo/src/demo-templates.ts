import type { RequestOf } from '@postrider/core/assembly/registry'
import type { DemoTemplate } from './demo-tenant.js'

/** The variable for an OTP. */
export const OTP_VARIABLE = 'code'

/** Values for the demo's templates; those of SMS and WhatsApp have the same names (docs/api/running#demo). */
export const DEMO_VARIABLES = {
  sms: { name: 'Asha', text: 'your order 10024 has left our warehouse.' },
  smsIndia: { name: 'Asha', order: '10024', link: 'https://www.postrider.example/orders/10024' },
  whatsapp: { name: 'Asha', text: 'your order 10024 has left our warehouse.' },
  email: { name: 'Asha', order: '10024', text: 'It has left our warehouse and will be with you tomorrow.' },
} as const

/** The templates without an OTP. */
export type DemoText = keyof typeof DEMO_VARIABLES

type Saved = RequestOf<'saveCustomerTemplateDraft'>

/** A template as its author saves it, and its registration with the vendor if one is required. */
export interface DemoDraft {
  /** Its name in `demo.json`. */
  readonly template: DemoTemplate
  /** The body of `saveCustomerTemplateDraft`, without the Organization. */
  readonly body: Omit<Saved, 'organizationId' | 'requestId' | 'draftId' | 'version'>
  /** The registration for `recordTemplateRegistration`. */
  readonly registration?: RequestOf<'recordTemplateRegistration'>['registration']
}

const dltRegistration = (templateId: string) => ({
  dlt: { entityId: '1101000000000000001', templateId, header: 'PSTRDR' },
})

const whatsappRegistration = (name: string, more: { readonly messageSendTtlSeconds?: number } = {}) => ({
  whatsapp: { name, language: 'en', namespace: 'postrider_demo', ...more },
})

const name = { name: 'name', maxLength: 60, example: 'Asha' } as const
const text = { name: 'text', maxLength: 500, example: DEMO_VARIABLES.sms.text } as const
const order = { name: 'order', type: 'numeric', maxLength: 20, example: '10024' } as const
const code = { name: OTP_VARIABLE, type: 'numeric', maxLength: 10, example: '123456' } as const
const link = { name: 'link', type: 'url', maxLength: 120, example: DEMO_VARIABLES.smsIndia.link } as const

/** The name and language of each template. */
const named = (template: DemoTemplate) => ({ name: `demo-${template}`, language: 'en' })

/** The demo's templates: each passes the lint, and those that need DLT are written for its types. */
export const DEMO_DRAFTS: readonly DemoDraft[] = [
  {
    template: 'sms',
    body: {
      ...named('sms'),
      channel: 'sms',
      category: 'transactional',
      content: { text: 'Hello {{name}}, {{text}}' },
      variables: [name, text],
    },
  },
  {
    template: 'smsIndia',
    body: {
      ...named('smsIndia'),
      channel: 'sms',
      category: 'transactional',
      content: {
        text: 'Hello {{name}}, your order {{order}} has left. Follow it: {{link}} Postrider',
        dlt: true,
      },
      variables: [{ ...name, type: 'alphanumeric' }, order, link],
    },
    registration: dltRegistration('1107000000000000001'),
  },
  {
    template: 'whatsapp',
    body: {
      ...named('whatsapp'),
      channel: 'whatsapp',
      category: 'transactional',
      content: { text: 'Hello {{name}}, {{text}} Thank you for ordering.', footer: 'Postrider demo' },
      variables: [name, text],
    },
    registration: whatsappRegistration('demo_order'),
  },
  {
    template: 'email',
    body: {
      ...named('email'),
      channel: 'email',
      category: 'transactional',
      content: {
        subject: 'Your order {{order}}',
        text: 'Hello {{name}},\n\nthis is about your order {{order}}. {{text}}\n',
        html: '<p>Hello {{name}},</p><p>this is about your order <b>{{order}}</b>. {{text}}</p>',
      },
      variables: [name, order, { ...text, example: DEMO_VARIABLES.email.text }],
    },
  },
  {
    template: 'otpSms',
    body: {
      ...named('otpSms'),
      channel: 'sms',
      category: 'otp',
      content: {
        text: `{{${OTP_VARIABLE}}} is your Postrider code. It is good for five minutes.`,
        dlt: true,
      },
      variables: [code],
    },
    registration: dltRegistration('1107000000000000002'),
  },
  {
    template: 'otpWhatsapp',
    body: {
      ...named('otpWhatsapp'),
      channel: 'whatsapp',
      category: 'otp',
      content: { text: `Your Postrider code is {{${OTP_VARIABLE}}}. It is good for five minutes.` },
      variables: [code],
    },
    registration: whatsappRegistration('demo_otp', { messageSendTtlSeconds: 300 }),
  },
]
