import type { MutationName } from '@postrider/core/domain/operations/registry'
import type { OperationForm } from './form-rules.js'

/** Read off the codecs when the console is bundled. */
export declare const OPERATION_FORMS: Readonly<Record<MutationName, OperationForm>>
