import type { IdPrefix } from '@postrider/core/kernel/ids/id'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { Office } from '../../assembly/an-office.js'

/** Identifiers of nothing that a firm can see: unknown ones, those of no kind, and those of others. */
export const strangeIds = ({ ids }: Pick<Office, 'ids'>, prefix: IdPrefix, ...foreign: readonly string[]) => [
  ids.next(prefix),
  `${prefix}_none`,
  'no-such-thing',
  ...foreign,
]

/** An operator's orders in tests. */
export const ORDER = { actor: { kind: 'operator', id: 'usr_olga' }, reason: 'Case 17.' } as const

/** The same response for an unknown record, another's, and an invalid identifier. */
export const NOT_FOUND = { _tag: 'NotFound', fields: [] } as const
export const CONFLICT = { _tag: 'Conflict', fields: [] } as const
export const DENIED = { _tag: 'PermissionDenied', fields: [] } as const
export const OTHER_BODY = { _tag: 'IdempotencyConflict', fields: [] } as const

/** The fields that a refusal names, with the problem of each. */
export const brokenFields = (left: Refusal | Outage): readonly string[] =>
  'fields' in left && left._tag === 'InvalidRequest'
    ? left.fields.map(({ field, code }) => `${field} ${code}`)
    : []
