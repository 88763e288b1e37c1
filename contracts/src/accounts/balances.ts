import type * as t from 'io-ts'
import { closed, open } from '@postrider/core/kernel/codecs/shape'
import { requestId } from '@postrider/core/kernel/codecs/identifiers'
import { balanceFields } from '@postrider/core/ledger/operations/money/shapes'
import { currency } from '@postrider/core/kernel/codecs/money'

/** The query of GET /v1/balances. */
export const balanceQuery = closed({ currency }, {})

export type BalanceQuery = t.TypeOf<typeof balanceQuery>

/** The Organization's money in one currency (docs/api/money#balances): a projection of the ledger. */
export const balance = open(
  {
    ...balanceFields,
    requestId,
  },
  {},
  {
    name: 'Balance',
    description:
      'Balance of the Organization in one currency. All amounts are in minor units of the currency.',
    example: {
      organizationId: 'org_01k9x7c2v5n8q4r6t0w3y1z5bd',
      currency: 'INR',
      availableMinor: 99_965,
      reservedMinor: 35,
      postedMinor: 100_000,
      asOf: '2026-11-21T08:30:00.000Z',
      projectionVersion: 2,
      reconciliationStatus: 'reconciled',
      requestId: 'req_01k9x7c2v5n8q4r6t0w3y1z5bd',
    },
  },
)

export type BalanceBody = t.TypeOf<typeof balance>
