import { type Channel, CHANNEL_NAMES, CHANNELS } from '../../channels/channels.js'
import type { TemplateId } from '../../kernel/ids/id.js'
import type { DraftBody } from './draft.js'
import { examplesOf } from '../../kernel/texts/placeholders.js'
import type { TemplateVariable } from './template.js'
import type { ReadyTemplate } from './ready-template.js'

/** A template of a new installation, in the form in which it is saved. */
export interface StarterTemplate extends Omit<DraftBody, 'content'> {
  readonly channel: Channel
  readonly content: (typeof CHANNELS)[Channel]['firstSteps']['order']
}

/** The variable of a starter template that takes an OTP. */
const OTP_VARIABLE = 'code'

const NAME: TemplateVariable = { name: 'name', type: 'alphanumeric', maxLength: 60, example: 'Asha' }
const ORDER: TemplateVariable = { name: 'order', type: 'numeric', maxLength: 20, example: '10024' }
const CODE: TemplateVariable = { name: OTP_VARIABLE, type: 'numeric', maxLength: 10, example: '123456' }

/** One about an order and, if the channel has a text for it, one with an OTP. */
const startersOf = (channel: Channel): readonly StarterTemplate[] => {
  const { order, otp } = CHANNELS[channel].firstSteps
  const about = { channel, name: `starter-${channel}`, category: 'transactional', language: 'en' } as const
  const ordered: StarterTemplate = { ...about, content: order, variables: [NAME, ORDER] }
  if (otp === undefined) return [ordered]
  const coded = { name: `starter-otp-${channel}`, category: 'otp', content: otp, variables: [CODE] } as const
  return [ordered, { ...about, ...coded }]
}

/** The templates of a new installation for these channels: one about an order each, and those with an OTP. */
export const starterTemplates = (channels: readonly Channel[]): readonly StarterTemplate[] =>
  CHANNEL_NAMES.filter((channel) => channels.includes(channel)).flatMap(startersOf)

/** A starter template under its identifier, with everything needed to send it. */
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
