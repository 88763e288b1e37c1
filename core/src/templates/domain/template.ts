import type { TemplateContent } from '../../channels/channels.js'
import type { OrganizationId, TemplateId, TemplateVersionId } from '../../kernel/ids/id.js'
import type { VariableType } from './variable-type.js'

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
  /** What is sent for its channel; placeholders are `{{name}}` (docs/contract#template-variables). */
  readonly content: TemplateContent
  readonly variables: readonly TemplateVariable[]
  readonly status: 'approved' | 'paused' | 'retired'
  /** Whether it was approved for the sandbox alone: then production never sends it. */
  readonly isForSandbox: boolean
}
