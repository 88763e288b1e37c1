import { reconciledAccountView } from './views.js'
import { E } from '../../../fp.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { byAccount } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MONEY_PERSON } from './entry-parts.js'
import { runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { list } from '../../../kernel/codecs/list.js'
import { reconciledAccountShape } from './shapes.js'

/** Lists accounts that differ from their ledgers, with the difference. */
export const listDriftingAccountsEntry = entryOf('Money', 'listDriftingAccounts', {
  ...MONEY_PERSON,
  mutation: false,
  effect: 'reads',
  controls: [],
  summary: 'List accounts that differ from their ledgers',
  description:
    'Lists accounts whose amounts differed from their ledger at the last comparison, with what is wrong.',
  live: runAgainForAll('account', 'act'),
  request: pageRequest({}, {}),
  result: pageResult({
    accounts: list(reconciledAccountShape, { description: 'The accounts on this page.' }),
  }),
})

export const listDriftingAccounts = listing(listDriftingAccountsEntry, {
  positions: byAccount,
  read: async (_query, { position, readAhead }, { storage }) => {
    const read = await storage.reconciliation.drifting(position, readAhead)()
    if (E.isLeft(read)) return read
    return read
  },
  positionOf: ({ account }) => account,
  show: (found) => ({
    accounts: found.map(({ account, checkpoint }) => reconciledAccountView(account, checkpoint)),
  }),
})
