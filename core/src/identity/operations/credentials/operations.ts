import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { createServerCredential, createServerCredentialEntry } from './create-server-credential.js'
import { listServerCredentials, listServerCredentialsEntry } from './list-server-credentials.js'
import {
  rotateServerCredential,
  rotateServerCredentialEntry,
  revokeServerCredential,
  revokeServerCredentialEntry,
} from './rotate-and-revoke-credential.js'

/** Server credentials, from their making to their end (docs/contract#server-credentials). */
export const credentialOperations = {
  createServerCredential: createServerCredentialEntry,
  listServerCredentials: listServerCredentialsEntry,
  rotateServerCredential: rotateServerCredentialEntry,
  revokeServerCredential: revokeServerCredentialEntry,
} as const

/** What carries out the operations about server credentials. */
export const credentialImplementations = {
  createServerCredential,
  listServerCredentials,
  rotateServerCredential,
  revokeServerCredential,
} satisfies ImplementationsOf<typeof credentialOperations>
