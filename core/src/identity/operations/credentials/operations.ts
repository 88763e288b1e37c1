import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { createServerCredential, createServerCredentialEntry } from './create-server-credential.js'
import { listServerCredentials, listServerCredentialsEntry } from './list-server-credentials.js'
import {
  rotateServerCredential,
  rotateServerCredentialEntry,
  revokeServerCredential,
  revokeServerCredentialEntry,
} from './rotate-and-revoke-credential.js'

/** The operations on server credentials (docs/api/access#server-credentials). */
export const credentialOperations = {
  createServerCredential: createServerCredentialEntry,
  listServerCredentials: listServerCredentialsEntry,
  rotateServerCredential: rotateServerCredentialEntry,
  revokeServerCredential: revokeServerCredentialEntry,
} as const

/** The implementations of these operations. */
export const credentialImplementations = {
  createServerCredential,
  listServerCredentials,
  rotateServerCredential,
  revokeServerCredential,
} satisfies ImplementationsOf<typeof credentialOperations>
