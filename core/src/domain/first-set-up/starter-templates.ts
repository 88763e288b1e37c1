import type { Channel } from '../channels/channel.js'
import type { TemplateId } from '../ids/id.js'
import { examplesOf } from '../templates/placeholders.js'
import type { ReadyTemplate } from './first-set-up.js'
import type { DraftBody, Registration } from '../templates/draft.js'
import type { TemplateVariable } from '../templates/template.js'
import type { Sender } from '../tenancy/service-configuration.js'

/** A template that an installation begins with, and under what its vendor would know it. */
export interface StarterTemplate {
  readonly body: DraftBody
  /** For the sandbox, which asks no vendor; absent where no vendor has a say. */
  readonly registration?: Registration
}

/** The variable of a starter template that takes a passcode. */
const OTP_VARIABLE = 'code'

const NAME: TemplateVariable = { name: 'name', type: 'alphanumeric', maxLength: 60, example: 'Asha' }
const ORDER: TemplateVariable = { name: 'order', type: 'numeric', maxLength: 20, example: '10024' }
const CODE: TemplateVariable = {
  name: OTP_VARIABLE,
  type: 'numeric',
  maxLength: 10,
  example: '123456',
}

const ORDER_TEXT = 'Hello {{name}}, your order {{order}} has left our warehouse.'
const ENTITY = '1101000000000000001'

const dltAs = (sender: Sender | undefined, templateId: string): Registration => {
  const { header = 'STARTR', dltEntityId: entityId = ENTITY } = sender?.channel === 'sms' ? sender : {}
  return { channel: 'sms', entityId, templateId, header }
}

const sms = (sender: Sender | undefined): readonly StarterTemplate[] => [
  {
    body: {
      name: 'starter-sms',
      category: 'transactional',
      language: 'en',
      content: { channel: 'sms', text: ORDER_TEXT, dlt: true },
      variables: [NAME, ORDER],
    },
    registration: dltAs(sender, '1107000000000000001'),
  },
  {
    body: {
      name: 'starter-otp-sms',
      category: 'otp',
      language: 'en',
      content: {
        channel: 'sms',
        text: `{{${OTP_VARIABLE}}} is your code. It is good for five minutes; give it to nobody.`,
        dlt: true,
      },
      variables: [CODE],
    },
    registration: dltAs(sender, '1107000000000000002'),
  },
]

const whatsapp = (): readonly StarterTemplate[] => [
  {
    body: {
      name: 'starter-whatsapp',
      category: 'transactional',
      language: 'en',
      content: { channel: 'whatsapp', text: ORDER_TEXT },
      variables: [NAME, ORDER],
    },
    registration: { channel: 'whatsapp', name: 'starter_order', language: 'en', namespace: 'starter' },
  },
]

const email = (): readonly StarterTemplate[] => [
  {
    body: {
      name: 'starter-email',
      category: 'transactional',
      language: 'en',
      content: {
        channel: 'email',
        subject: 'Your order {{order}}',
        text: 'Hello {{name}},\n\nyour order {{order}} has left our warehouse.\n',
        html: '<p>Hello {{name}},</p><p>your order <b>{{order}}</b> has left our warehouse.</p>',
      },
      variables: [NAME, ORDER],
    },
  },
]

const BY_CHANNEL: Readonly<Record<Channel, (sender: Sender | undefined) => readonly StarterTemplate[]>> = {
  sms,
  whatsapp,
  email,
}

/**
 * The templates that an installation begins with on a channel: one about an order, and by SMS one that takes a passcode.
 * Each passes the lint. `sender`: whose header an SMS for +91 is registered for.
 */
export const starterTemplates = (channel: Channel, sender: Sender | undefined): readonly StarterTemplate[] =>
  BY_CHANNEL[channel](sender)

/** What is told of a starter template under its identifier: how it is sent. */
export const readyTemplate = (
  templateId: TemplateId,
  { body: { content, category, name, variables } }: StarterTemplate,
): ReadyTemplate => ({
  templateId,
  channel: content.channel,
  category,
  name,
  variables: examplesOf(variables),
  ...(category === 'otp' ? { otpVariable: OTP_VARIABLE } : {}),
})
