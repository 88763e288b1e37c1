import { type Digest, frame, type Sha256 } from '../../../kernel/digests/digest.js'
import type { Recipient } from '../../../channels/recipient.js'
import type { TenantScope } from '../../../tenancy/domain/tenant-scope.js'
import type { OtpRequest } from './otp-request.js'
import type { AddressedRequest } from './send-request.js'

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

/** The fields of a request that its digest covers; of the recipient, the form that its channel reads. */
export interface MessageMaterial extends Pick<
  AddressedRequest,
  'projectId' | 'appId' | 'channel' | 'templateId' | 'variables' | 'clientReference'
> {
  readonly recipient: Pick<Recipient, 'to'>
}

const digestWith = (
  of: Omit<MessageMaterial, 'variables'>,
  variables: MessageMaterial['variables'],
  sha256: Sha256,
): Digest => {
  const names = Object.keys(variables)
  if (names.length > 1) names.sort()
  const fields: Array<string | number | undefined> = [
    'material-1',
    of.projectId,
    of.appId,
    of.channel,
    of.recipient.to,
    of.templateId,
    names.length,
  ]
  for (const name of names) fields.push(name, variables[name])
  fields.push(of.clientReference)
  return shortDigest(fields, sha256)
}

/**
 * The digest that tells whether two requests are the same (docs/contract#idempotency): variables in the order of
 * their names.
 */
export const materialDigest = (of: MessageMaterial, sha256: Sha256): Digest =>
  digestWith(of, of.variables, sha256)

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

/** The fields of a request for an OTP that its digest covers beside those of its message. */
export type OtpMaterial = Pick<OtpRequest, 'variables' | 'otpVariable' | 'otpLength' | 'ttlSeconds'>

/**
 * The digest that tells whether two requests for an OTP are the same (docs/contract#idempotency). `sent` is the message
 * that carries the code. Its variables aren't covered, but those of the request, which have no mask in place of the code.
 */
export const otpDigest = (
  sent: Omit<MessageMaterial, 'variables'>,
  { variables = {}, otpVariable, otpLength, ttlSeconds }: OtpMaterial,
  sha256: Sha256,
): Digest =>
  shortDigest(['passcode-1', digestWith(sent, variables, sha256), otpVariable, otpLength, ttlSeconds], sha256)
