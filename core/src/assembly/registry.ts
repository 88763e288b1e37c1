import type * as t from 'io-ts'
import { accessOperations } from '../identity/operations/access/operations.js'
import { accountOperations } from '../tenancy/operations/account/operations.js'
import { approvalOperations } from '../approvals/operations/operations.js'
import { appOperations } from '../tenancy/operations/apps/operations.js'
import { auditOperations } from '../audit/operations/operations.js'
import { billingOperations } from '../ledger/operations/billing/operations.js'
import { bulkOperations } from '../bulk/operations/operations.js'
import { credentialOperations } from '../identity/operations/credentials/operations.js'
import { type Audience, isFor, type Operation } from '../identity/domain/access/operation.js'
import { erasureOperations } from '../messaging/operations/erasure/operations.js'
import { inboundOperations } from '../messaging/operations/inbound/operations.js'
import { keyOperations } from '../identity/operations/keys/operations.js'
import { memberOperations } from '../tenancy/operations/members/operations.js'
import { messageOperations } from '../messaging/operations/messages/operations.js'
import { moneyOperations } from '../ledger/operations/money/operations.js'
import { organizationOperations } from '../tenancy/operations/organizations/operations.js'
import { numberOperations } from '../tenancy/operations/numbers/operations.js'
import { senderOperations } from '../tenancy/operations/senders/operations.js'
import { peopleOperations } from '../identity/operations/people/operations.js'
import { platformOperations } from '../platform/operations/operations.js'
import { pricingOperations } from '../ledger/operations/pricing/operations.js'
import { providerOperations } from '../providers/operations/operations.js'
import { startOperations } from '../setup/operations/operations.js'
import { supportOperations } from '../support/operations/operations.js'
import { suppressionOperations } from '../consent/operations/operations.js'
import { testMessageOperations } from '../messaging/operations/sandbox/operations.js'
import { templateOperations } from '../templates/operations/operations.js'
import { webhookOperations } from '../webhooks/operations/operations.js'

/**
 * The table of all operations. `openapi.json`, `capabilities.json`, the runner and the authorization matrix
 * are derived from it. Each entry keeps the exact types of its codecs, which type its implementation.
 */
export const OPERATIONS = {
  ...accountOperations,
  ...memberOperations,
  ...appOperations,
  ...credentialOperations,
  ...webhookOperations,
  ...moneyOperations,
  ...billingOperations,
  ...templateOperations,
  ...messageOperations,
  ...testMessageOperations,
  ...bulkOperations,
  ...supportOperations,
  ...suppressionOperations,
  ...inboundOperations,
  ...erasureOperations,
  ...platformOperations,
  ...keyOperations,
  ...pricingOperations,
  ...approvalOperations,
  ...organizationOperations,
  ...senderOperations,
  ...numberOperations,
  ...providerOperations,
  ...auditOperations,
  ...peopleOperations,
  ...accessOperations,
  ...startOperations,
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof OPERATIONS

type Entry<K extends OperationName> = (typeof OPERATIONS)[K]

/** The decoded body of an operation. */
export type RequestOf<K extends OperationName> = t.TypeOf<Entry<K>['request']>

/** The result of an operation. */
export type ResultOf<K extends OperationName> = t.TypeOf<Entry<K>['result']>

/** The operations that change something. */
export type MutationName = {
  [K in OperationName]: Entry<K>['mutation'] extends true ? K : never
}[OperationName]

/** The operations that only read. */
export type ReadingName = Exclude<OperationName, MutationName>

/** The reads whose result is a page of a list. */
export type ListingName = {
  [K in ReadingName]: 'cursor' extends keyof Entry<K>['request']['optional'] ? K : never
}[ReadingName]

/** The names of an audience's operations, in alphabetical order. */
export const operationsFor = (audience: Audience): readonly OperationName[] =>
  (Object.keys(OPERATIONS) as OperationName[]).filter((name) => isFor(OPERATIONS[name], audience)).sort()

const isOperation = (name: string): name is OperationName => Object.hasOwn(OPERATIONS, name)

/** The operation of this name that the audience may call; undefined if there is none. */
export const operationOf = (audience: Audience, name: string): OperationName | undefined => {
  if (!isOperation(name)) return undefined
  return isFor(OPERATIONS[name], audience) ? name : undefined
}
