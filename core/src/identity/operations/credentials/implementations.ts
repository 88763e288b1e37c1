import type { credentialOperations } from './operations.js'
import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import * as credentials from './credentials.js'
import * as listServerCredentials from './list-server-credentials.js'

/** What carries out the operations about server credentials. */
export const credentialImplementations = {
  ...credentials,
  ...listServerCredentials,
} satisfies ImplementationsOf<typeof credentialOperations>
