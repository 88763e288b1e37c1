import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { confirmAgentKey, confirmAgentKeyEntry } from './confirm-agent-key.js'
import { createAdminAgentKey, createAdminAgentKeyEntry } from './create-admin-agent-key.js'
import { createAgentKey, createAgentKeyEntry } from './create-agent-key.js'
import { createBootstrapAgentKey, createBootstrapAgentKeyEntry } from './create-bootstrap-agent-key.js'
import {
  createOrganizationAgentKey,
  createOrganizationAgentKeyEntry,
} from './create-organization-agent-key.js'
import { listAgentKeys, listAgentKeysEntry } from './list-agent-keys.js'
import { listBootstrapAgentKeys, listBootstrapAgentKeysEntry } from './list-bootstrap-agent-keys.js'
import { listGrantableOperations, listGrantableOperationsEntry } from './list-grantable-operations.js'
import { listOrganizationAgentKeys, listOrganizationAgentKeysEntry } from './list-organization-agent-keys.js'
import { revokeAgentKey, revokeAgentKeyEntry } from './revoke-agent-key.js'
import { revokeBootstrapAgentKey, revokeBootstrapAgentKeyEntry } from './revoke-bootstrap-agent-key.js'
import { rotateAgentKey, rotateAgentKeyEntry } from './rotate-agent-key.js'
import {
  rotateOrganizationAgentKey,
  rotateOrganizationAgentKeyEntry,
  revokeOrganizationAgentKey,
  revokeOrganizationAgentKeyEntry,
} from './rotate-and-revoke-organization-key.js'

/** The operations on Agent keys; only people may create and revoke keys (docs/api/access#agent-keys). */
export const keyOperations = {
  createAgentKey: createAgentKeyEntry,
  createAdminAgentKey: createAdminAgentKeyEntry,
  rotateAgentKey: rotateAgentKeyEntry,
  revokeAgentKey: revokeAgentKeyEntry,
  listAgentKeys: listAgentKeysEntry,
  createOrganizationAgentKey: createOrganizationAgentKeyEntry,
  createBootstrapAgentKey: createBootstrapAgentKeyEntry,
  rotateOrganizationAgentKey: rotateOrganizationAgentKeyEntry,
  revokeOrganizationAgentKey: revokeOrganizationAgentKeyEntry,
  confirmAgentKey: confirmAgentKeyEntry,
  listBootstrapAgentKeys: listBootstrapAgentKeysEntry,
  revokeBootstrapAgentKey: revokeBootstrapAgentKeyEntry,
  listGrantableOperations: listGrantableOperationsEntry,
  listOrganizationAgentKeys: listOrganizationAgentKeysEntry,
} as const

/** The implementations of these operations. */
export const keyImplementations = {
  createAgentKey,
  createAdminAgentKey,
  rotateAgentKey,
  revokeAgentKey,
  listAgentKeys,
  createOrganizationAgentKey,
  createBootstrapAgentKey,
  rotateOrganizationAgentKey,
  revokeOrganizationAgentKey,
  confirmAgentKey,
  listBootstrapAgentKeys,
  revokeBootstrapAgentKey,
  listGrantableOperations,
  listOrganizationAgentKeys,
} satisfies ImplementationsOf<typeof keyOperations>
