import type { Channel } from '../channels/channel.js'
import type { TemplateId } from '../ids/id.js'
import type { RequestOf } from '../operations/registry.js'
import { examplesOf } from '../templates/placeholders.js'
import type { TemplateVariable } from '../templates/template.js'
import type { ReadyTemplate } from './first-set-up.js'

/** A template that an installation begins with, as it is saved. */
export type StarterTemplate = Omit<
  RequestOf<'saveCustomerTemplateDraft'>,
  'organizationId' | 'draftId' | 'version' | 'requestId'
>

/** The variable of a starter template that takes a passcode. */
const OTP_VARIABLE = 'code'

const NAME: TemplateVariable = { name: 'name', type: 'alphanumeric', maxLength: 60, example: 'Asha' }
const ORDER: TemplateVariable = { name: 'order', type: 'numeric', maxLength: 20, example: '10024' }
const CODE: TemplateVariable = { name: OTP_VARIABLE, type: 'numeric', maxLength: 10, example: '123456' }

const ORDER_TEXT = 'Hello {{name}}, your order {{order}} has left our warehouse.'

/** Those for SMS are written for +91 too, where each variable has a type that can be tagged. */
const STARTERS: readonly StarterTemplate[] = [
  {
    channel: 'sms',
    name: 'starter-sms',
    category: 'transactional',
    language: 'en',
    content: { text: ORDER_TEXT, dlt: true },
    variables: [NAME, ORDER],
  },
  {
    channel: 'sms',
    name: 'starter-otp-sms',
    category: 'otp',
    language: 'en',
    content: {
      text: `{{${OTP_VARIABLE}}} is your code. It is good for five minutes; give it to nobody.`,
      dlt: true,
    },
    variables: [CODE],
  },
  {
    channel: 'whatsapp',
    name: 'starter-whatsapp',
    category: 'transactional',
    language: 'en',
    content: { text: ORDER_TEXT },
    variables: [NAME, ORDER],
  },
  {
    channel: 'email',
    name: 'starter-email',
    category: 'transactional',
    language: 'en',
    content: {
      subject: 'Your order {{order}}',
      text: 'Hello {{name}},\n\nyour order {{order}} has left our warehouse.\n',
      html: '<p>Hello {{name}},</p><p>your order <b>{{order}}</b> has left our warehouse.</p>',
    },
    variables: [NAME, ORDER],
  },
]

/** The templates that an installation begins with on these channels: one about an order each, and by SMS one that takes a passcode. */
export const starterTemplates = (channels: readonly Channel[]): readonly StarterTemplate[] =>
  STARTERS.filter(({ channel }) => channels.includes(channel))

/** What is told of a starter template under its identifier: how it is sent. */
export const readyTemplate = (
  templateId: TemplateId,
  { channel, category, name, variables }: StarterTemplate,
): ReadyTemplate => ({
  templateId,
  channel,
  category,
  name,
  variables: examplesOf(variables),
  ...(category === 'otp' ? { otpVariable: OTP_VARIABLE } : {}),
})
