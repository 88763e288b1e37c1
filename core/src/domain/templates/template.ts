import type { OrganizationId, TemplateId, TemplateVersionId } from '../ids/id.js'
import type { VariableType } from './variable-type.js'

/** What India's operators registered a text under; they deliver no other to +91. */
export interface DltRegistration {
  readonly entityId: string
  readonly templateId: string
  /** The sender that recipients see. */
  readonly header: string
}

/** What WhatsApp's vendor registered a text under. */
export interface WhatsappRegistration {
  readonly name: string
  readonly language: string
  readonly namespace: string
}

/** What is sent for a channel; placeholders are `{{name}}` (docs/contract#template-variables). */
export type TemplateContent =
  | {
      readonly channel: 'sms'
      readonly text: string
      /** Whether it was written for +91: each of its variables has a type that can be tagged. */
      readonly dlt?: boolean
      /** Absent where it is not for +91, or only as far as the sandbox goes. */
      readonly registration?: DltRegistration
    }
  | { readonly channel: 'email'; readonly subject: string; readonly text: string; readonly html?: string }
  | {
      readonly channel: 'whatsapp'
      readonly text: string
      readonly header?: string
      readonly footer?: string
      /** Absent for the sandbox. */
      readonly registration?: WhatsappRegistration
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
