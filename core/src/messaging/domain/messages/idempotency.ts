import { type Digest, frame, type Sha256 } from '../../../kernel/digests/digest.js'
import type { Recipient } from '../../../channels/recipient.js'
import type { TenantScope } from '../../../tenancy/domain/tenant-scope.js'
import type { OtpRequest } from './otp-request.js'
import type { AddressedRequest } from './send-request.js'

/** Operations with separate key spaces (docs/api/conventions#idempotency). */
export type IdempotentOperation = 'messages' | 'batch' | 'batch.item' | 'otp' | 'otp.verify' | 'reply'

/** Idempotency identities and request digests have 128 bits (docs/decisions/0004). */
const DIGITS = 32

const shortDigest = (fields: Parameters<typeof frame>[0], sha256: Sha256): Digest =>
  sha256(frame(fields)).slice(0, DIGITS)

/**
 * The idempotency identity: Organization, Registered App, operation and key, in 128 bits
 * (docs/api/conventions#idempotency).
 */
export const idempotencyIdentity = (
  scope: TenantScope,
  operation: IdempotentOperation,
  key: string,
  sha256: Sha256,
): Digest => shortDigest(['idempotency-1', scope.organizationId, scope.appId, operation, key], sha256)

type Covered = 'projectId' | 'appId' | 'channel' | 'templateId' | 'variables' | 'clientReference'

/**
 * The recipient is covered in its normalized form, and the variable of an OTP by {@link otpDigest}. The display name
 * isn't covered: a repeated request with another one is the same request (docs/api/conventions#idempotency).
 */
type NotCoveredAsIs = 'to' | 'recipient' | 'codeVariable' | 'recipientName'

/** The covered fields. It doesn't compile while a field of requests is `Left`, because it is in neither list. */
type Decided<Left extends never> = Covered | Left

/** The fields of a request that its digest covers. The recipient is in the normalized form of its channel. */
export interface MessageMaterial extends Pick<
  AddressedRequest,
  Decided<Exclude<keyof AddressedRequest, Covered | NotCoveredAsIs>>
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
 * The digest that shows whether two requests are the same (docs/api/conventions#idempotency). Variables are
 * ordered by name.
 */
export const materialDigest = (of: MessageMaterial, sha256: Sha256): Digest =>
  digestWith(of, of.variables, sha256)

/**
 * The idempotency identity of a batch's item. It includes the position among the expanded items
 * (docs/api/conventions#idempotency).
 */
export const batchItemKey = (scope: TenantScope, key: string, index: number, sha256: Sha256): Digest =>
  idempotencyIdentity(scope, 'batch.item', `${index}:${key}`, sha256)

/** The most messages that one call can ask for (docs/api/limits#limits). */
export const MAX_BATCH_ITEMS = 50

/** All message identities that a caller's key can refer to: a message, an OTP, the items of a batch. */
export const identitiesUnder = (scope: TenantScope, key: string, sha256: Sha256): readonly Digest[] => [
  idempotencyIdentity(scope, 'messages', key, sha256),
  idempotencyIdentity(scope, 'otp', key, sha256),
  ...Array.from({ length: MAX_BATCH_ITEMS }, (_, index) => batchItemKey(scope, key, index, sha256)),
]

/**
 * The digest of the ordered expanded items; it shows whether two batches are the same
 * (docs/api/conventions#idempotency).
 */
export const batchDigest = (materials: readonly Digest[], sha256: Sha256): Digest =>
  shortDigest(['batch-1', materials.length, ...materials], sha256)

/** The fields of an OTP request that its digest covers, in addition to those of its message. */
export type OtpMaterial = Pick<OtpRequest, 'variables' | 'otpVariable' | 'otpLength' | 'ttlSeconds'>

/**
 * The digest that shows whether two OTP requests are the same (docs/api/conventions#idempotency). `sent` is
 * the message that carries the code. The digest covers the request's variables instead of the message's,
 * because they have no mask in place of the code.
 */
export const otpDigest = (
  sent: Omit<MessageMaterial, 'variables'>,
  { variables = {}, otpVariable, otpLength, ttlSeconds }: OtpMaterial,
  sha256: Sha256,
): Digest =>
  shortDigest(['passcode-1', digestWith(sent, variables, sha256), otpVariable, otpLength, ttlSeconds], sha256)
