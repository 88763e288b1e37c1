import type { TemplateContent } from '../../channels/channels.js'
import type { OrganizationId, TemplateId, TemplateVersionId } from '../../kernel/ids/id.js'
import type { VariableType } from './variable-type.js'

export type TemplateCategory = 'transactional' | 'otp' | 'promotional'

export interface TemplateVariable {
  readonly name: string
  /** `text` if absent, also in versions that were stored before types existed. */
  readonly type?: VariableType
  readonly maxLength?: number
  readonly example: string
}

/** The content of an approved template; immutable under its version ID. */
export interface TemplateVersion {
  readonly templateId: TemplateId
  readonly templateVersionId: TemplateVersionId
  readonly organizationId: OrganizationId
  readonly name: string
  readonly category: TemplateCategory
  readonly language: string
  /** The template of which this is another language; undefined: it is one of its own. */
  readonly variantOf: TemplateId | undefined
  /** The content for its channel; placeholders are `{{name}}` (docs/api/templates#template-variables). */
  readonly content: TemplateContent
  readonly variables: readonly TemplateVariable[]
  readonly status: 'approved' | 'paused' | 'retired'
  /** Whether it was approved only for the sandbox: it is never sent in production. */
  readonly isForSandbox: boolean
}
