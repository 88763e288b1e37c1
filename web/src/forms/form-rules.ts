/** What a field of an operation's body takes, as its codec says it. */
export interface FieldRule {
  readonly kind: 'text' | 'integer' | 'flag' | 'choice' | 'list' | 'map' | 'object' | 'shape'
  readonly description?: string
  readonly example?: string | number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly oneLine?: boolean
  readonly format?: string
  readonly min?: number
  readonly max?: number
  readonly minItems?: number
  readonly values?: readonly string[]
  readonly item?: FieldRule
  readonly fields?: readonly FormField[]
  /** What counts where nothing is written. */
  readonly value?: unknown
  readonly isNullable?: boolean
}

/** A field with its name. */
export interface FormField extends FieldRule {
  readonly name: string
  readonly isRequired: boolean
}

/** The form of an operation that changes something. */
export interface OperationForm {
  readonly summary: string
  readonly description?: string
  /** Whether it asks for the second factor of the last five minutes. */
  readonly stepUp?: boolean
  readonly fields: readonly FormField[]
}
