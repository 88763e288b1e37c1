import type { testMessageOperations } from './operations.js'
import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import * as testMessages from './test-messages.js'

/** What carries out the operations about test messages. */
export const testMessageImplementations = {
  ...testMessages,
} satisfies ImplementationsOf<typeof testMessageOperations>
