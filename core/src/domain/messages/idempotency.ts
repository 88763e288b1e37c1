import type { Channel } from '../channels/channel.js'
import { type Digest, frame, type Sha256 } from '../ledger/digest.js'
import type { TenantScope } from '../tenancy/tenant-scope.js'

/** Operations whose keys do not meet (specification 4.5). */
export type IdempotentOperation = 'messages'

const KEY_DIGITS = 32

/** The idempotency identity: Organization, Registered App, operation and key, in 128 bits (specification 4.5.1). */
export const idempotencyKey = (
  scope: TenantScope,
  operation: IdempotentOperation,
  key: string,
  sha256: Sha256,
): Digest =>
  sha256(frame(['idempotency-1', scope.organizationId, scope.appId, operation, key])).slice(0, KEY_DIGITS)

/** What a send is about, as far as its identity goes. */
export interface MessageMaterial {
  readonly projectId: string
  readonly appId: string
  readonly channel: Channel
  readonly to: string
  readonly templateId: string
  readonly variables: Readonly<Record<string, string>>
  readonly clientReference: string | undefined
}

/** The digest that tells whether two requests are the same (specification 4.5.2): variables in the order of their names. */
export const materialDigest = (of: MessageMaterial, sha256: Sha256): Digest => {
  const names = Object.keys(of.variables).sort()
  const fields: Array<string | number | undefined> = [
    'material-1',
    of.projectId,
    of.appId,
    of.channel,
    of.to,
    of.templateId,
    names.length,
  ]
  for (const name of names) fields.push(name, of.variables[name])
  fields.push(of.clientReference)
  return sha256(frame(fields))
}
