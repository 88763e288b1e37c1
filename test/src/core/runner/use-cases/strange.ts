import type { IdPrefix } from '@postrider/core/kernel/ids/id'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { Office } from '../../assembly/an-office.js'

/** Identifiers under which there is nothing that a firm may see: of nobody, of no kind, and those of others. */
export const strangeIds = ({ ids }: Pick<Office, 'ids'>, prefix: IdPrefix, ...foreign: readonly string[]) => [
  ids.next(prefix),
  `${prefix}_none`,
  'no-such-thing',
  ...foreign,
]

/** How an operator orders things in tests. */
export const ORDER = { actor: { kind: 'operator', id: 'usr_olga' }, reason: 'Case 17.' } as const

/** What an unknown thing, another's, and no identifier at all are answered alike. */
export const NOT_FOUND = { _tag: 'NotFound', fields: [] } as const
export const CONFLICT = { _tag: 'Conflict', fields: [] } as const
export const DENIED = { _tag: 'PermissionDenied', fields: [] } as const
export const OTHER_BODY = { _tag: 'IdempotencyConflict', fields: [] } as const

/** Which fields a refusal names, and what is wrong with each. */
export const brokenFields = (left: Refusal | Outage): readonly string[] =>
  'fields' in left && left._tag === 'InvalidRequest'
    ? left.fields.map(({ field, code }) => `${field} ${code}`)
    : []
