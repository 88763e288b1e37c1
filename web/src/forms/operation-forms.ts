import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import type { MutationName } from '@postrider/core/assembly/registry'

/** The form of an operation that changes something. */
export interface OperationForm {
  /** Whether it asks for the second factor of the last five minutes. */
  readonly stepUp?: boolean
  readonly fields: readonly FormField[]
}

/** Read off the codecs when the console is bundled. */
export declare const OPERATION_FORMS: Readonly<Record<MutationName, OperationForm>>
