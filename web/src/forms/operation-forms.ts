import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import type { MutationName } from '@postrider/core/assembly/registry'

/** The form of a mutation. */
export interface OperationForm {
  /** Whether the operation needs a second factor confirmed in the last five minutes. */
  readonly stepUp?: boolean
  readonly fields: readonly FormField[]
}

/** Generated from the codecs when the site is bundled. */
export declare const OPERATION_FORMS: Readonly<Record<MutationName, OperationForm>>
