import type { OrganizationId, TemplateId, TemplateVersionId } from '../ids/id.js'
import type { VariableType } from './variable-type.js'

/** What is sent for a channel; placeholders are `{{name}}` (decisions 12). */
export type TemplateContent =
  | { readonly channel: 'sms'; readonly text: string }
  | { readonly channel: 'email'; readonly subject: string; readonly text: string; readonly html?: string }
  | {
      readonly channel: 'whatsapp'
      readonly text: string
      readonly header?: string
      readonly footer?: string
      /** The vendor's registered name, language and namespace; absent for the sandbox. */
      readonly registration?: { readonly name: string; readonly language: string; readonly namespace: string }
    }

export type TemplateCategory = 'transactional' | 'otp' | 'promotional'

export interface TemplateVariable {
  readonly name: string
  /** `text` where none is given, as in what was stored before there were types. */
  readonly type?: VariableType
  readonly maxLength?: number
  readonly example: string
}

/** The content of an approved template at one moment; immutable under its version id. */
export interface TemplateVersion {
  readonly templateId: TemplateId
  readonly templateVersionId: TemplateVersionId
  readonly organizationId: OrganizationId
  readonly name: string
  readonly category: TemplateCategory
  readonly language: string
  readonly content: TemplateContent
  readonly variables: readonly TemplateVariable[]
  readonly status: 'approved' | 'paused' | 'retired'
}
