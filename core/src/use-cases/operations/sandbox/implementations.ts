import type { testMessageOperations } from '../../../domain/operations/sandbox/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import * as testMessages from './test-messages.js'

/** What carries out the operations about test messages. */
export const testMessageImplementations = {
  ...testMessages,
} satisfies ImplementationsOf<keyof typeof testMessageOperations>
