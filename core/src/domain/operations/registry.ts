import type * as t from 'io-ts'
import { accessOperations } from './access/operations.js'
import { accountOperations } from './account/operations.js'
import { approvalOperations } from './approvals/operations.js'
import { appOperations } from './apps/operations.js'
import { auditOperations } from './audit/operations.js'
import { billingOperations } from './billing/operations.js'
import { bulkOperations } from './bulk/operations.js'
import { credentialOperations } from './credentials/operations.js'
import { type Audience, isFor, type Operation } from './entries/operation.js'
import { inboundOperations } from './inbound/operations.js'
import { keyOperations } from './keys/operations.js'
import { memberOperations } from './members/operations.js'
import { messageOperations } from './messages/operations.js'
import { moneyOperations } from './money/operations.js'
import { organizationOperations } from './organizations/operations.js'
import { peopleOperations } from './people/operations.js'
import { platformOperations } from './platform/operations.js'
import { pricingOperations } from './pricing/operations.js'
import { providerOperations } from './providers/operations.js'
import { startOperations } from './start/operations.js'
import { supportOperations } from './support/operations.js'
import { suppressionOperations } from './suppressions/operations.js'
import { testMessageOperations } from './sandbox/operations.js'
import { templateOperations } from './templates/operations.js'

/**
 * Every operation there is. `openapi.json`, `capabilities.json`, the runner and the authorization matrix are read off
 * this table; each entry keeps the exact types of its codecs, so that its implementation is typed by it.
 */
export const OPERATIONS = {
  ...accountOperations,
  ...memberOperations,
  ...appOperations,
  ...credentialOperations,
  ...moneyOperations,
  ...billingOperations,
  ...templateOperations,
  ...messageOperations,
  ...testMessageOperations,
  ...bulkOperations,
  ...supportOperations,
  ...suppressionOperations,
  ...inboundOperations,
  ...platformOperations,
  ...keyOperations,
  ...pricingOperations,
  ...approvalOperations,
  ...organizationOperations,
  ...providerOperations,
  ...auditOperations,
  ...peopleOperations,
  ...accessOperations,
  ...startOperations,
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof OPERATIONS

type Entry<K extends OperationName> = (typeof OPERATIONS)[K]

/** The body of an operation, decoded. */
export type RequestOf<K extends OperationName> = t.TypeOf<Entry<K>['request']>

/** What an operation answers. */
export type ResultOf<K extends OperationName> = t.TypeOf<Entry<K>['result']>

/** The operations that change something. */
export type MutationName = {
  [K in OperationName]: Entry<K>['mutation'] extends true ? K : never
}[OperationName]

/** The operations that only read. */
export type ReadingName = Exclude<OperationName, MutationName>

/** The readings whose answer is a page of a list. */
export type ListingName = {
  [K in ReadingName]: 'cursor' extends keyof Entry<K>['request']['optional'] ? K : never
}[ReadingName]

/** The names of an audience's operations, in alphabetical order. */
export const operationsFor = (audience: Audience): readonly OperationName[] =>
  (Object.keys(OPERATIONS) as OperationName[]).filter((name) => isFor(OPERATIONS[name], audience)).sort()

const isOperation = (name: string): name is OperationName => Object.hasOwn(OPERATIONS, name)

/** The operation of this name that the audience may call; undefined where there is none. */
export const operationOf = (audience: Audience, name: string): OperationName | undefined => {
  if (!isOperation(name)) return undefined
  return isFor(OPERATIONS[name], audience) ? name : undefined
}
