import type { Channel } from '../../channels/channels.js'
import type { TemplateId } from '../../kernel/ids/id.js'
import type { TemplateCategory } from './template.js'

/** A template that can be sent immediately. */
export interface ReadyTemplate {
  readonly templateId: TemplateId
  readonly channel: Channel
  readonly category: TemplateCategory
  readonly name: string
  /** A valid value for each variable. */
  readonly variables: Readonly<Record<string, string>>
  /** For an OTP template: the variable that takes the code. */
  readonly otpVariable?: string
}
