import { type Digest, frame, type Sha256 } from '../../../kernel/digests/digest.js'
import type { Channel } from '../../../channels/channels.js'
import type { TenantScope } from '../../../tenancy/domain/tenant-scope.js'

/** Operations whose keys do not meet (docs/contract#idempotency). */
export type IdempotentOperation = 'messages' | 'batch' | 'batch.item' | 'otp' | 'otp.verify'

/** Identities and the digests of what was sent under them have 128 bits (docs/decisions/0004). */
const DIGITS = 32

const shortDigest = (fields: Parameters<typeof frame>[0], sha256: Sha256): Digest =>
  sha256(frame(fields)).slice(0, DIGITS)

/**
 * The idempotency identity: Organization, Registered App, operation and key, in 128 bits
 * (docs/contract#idempotency).
 */
export const idempotencyIdentity = (
  scope: TenantScope,
  operation: IdempotentOperation,
  key: string,
  sha256: Sha256,
): Digest => shortDigest(['idempotency-1', scope.organizationId, scope.appId, operation, key], sha256)

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

/** What a send is about, its recipient as their channel reads it. */
export const materialOf = ({
  projectId,
  appId,
  channel,
  recipient: { to },
  templateId,
  variables,
  clientReference,
}: Omit<MessageMaterial, 'to'> & {
  readonly recipient: Pick<MessageMaterial, 'to'>
}): MessageMaterial => ({ projectId, appId, channel, to, templateId, variables, clientReference })

/**
 * The digest that tells whether two requests are the same (docs/contract#idempotency): variables in the order of
 * their names.
 */
export const materialDigest = (of: MessageMaterial, sha256: Sha256): Digest => {
  const names = Object.keys(of.variables)
  if (names.length > 1) names.sort()
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
  return shortDigest(fields, sha256)
}

/**
 * The idempotency identity of a batch's item: its place among the expanded items belongs to it
 * (docs/contract#idempotency).
 */
export const batchItemKey = (scope: TenantScope, key: string, index: number, sha256: Sha256): Digest =>
  idempotencyIdentity(scope, 'batch.item', `${index}:${key}`, sha256)

/** The most messages that one call can ask for (docs/contract#limits). */
export const MAX_BATCH_ITEMS = 50

/** Every identity of a message that a caller can mean by one key: a message's, an OTP's, a batch's items'. */
export const identitiesUnder = (scope: TenantScope, key: string, sha256: Sha256): readonly Digest[] => [
  idempotencyIdentity(scope, 'messages', key, sha256),
  idempotencyIdentity(scope, 'otp', key, sha256),
  ...Array.from({ length: MAX_BATCH_ITEMS }, (_, index) => batchItemKey(scope, key, index, sha256)),
]

/**
 * The digest that tells whether two batches are the same: of the ordered expanded items
 * (docs/contract#idempotency).
 */
export const batchDigest = (materials: readonly Digest[], sha256: Sha256): Digest =>
  shortDigest(['batch-1', materials.length, ...materials], sha256)

/** What an OTP's send is about beside its delivery, as far as its identity goes. */
export interface OtpMaterial {
  readonly otpVariable: string
  readonly otpLength: number
  readonly ttlSeconds: number
}

/**
 * The digest that tells whether two requests for an OTP are the same (docs/contract#idempotency); the code is
 * no part of it.
 */
export const otpDigest = (
  sent: Omit<MessageMaterial, 'clientReference'>,
  { otpVariable, otpLength, ttlSeconds }: OtpMaterial,
  sha256: Sha256,
): Digest => {
  const { projectId, appId, channel, to, templateId, variables } = sent
  const message = { projectId, appId, channel, to, templateId, variables, clientReference: undefined }
  const delivery = materialDigest(message, sha256)
  return shortDigest(['passcode-1', delivery, otpVariable, otpLength, ttlSeconds], sha256)
}
