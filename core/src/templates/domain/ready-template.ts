import type { Channel } from '../../channels/channels.js'
import type { TemplateId } from '../../kernel/ids/id.js'
import type { TemplateCategory } from './template.js'

/** A template that can be sent at once. */
export interface ReadyTemplate {
  readonly templateId: TemplateId
  readonly channel: Channel
  readonly category: TemplateCategory
  readonly name: string
  /** A value for each variable, as it can be sent. */
  readonly variables: Readonly<Record<string, string>>
  /** Of a template for OTPs: the variable that takes the code. */
  readonly otpVariable?: string
}
