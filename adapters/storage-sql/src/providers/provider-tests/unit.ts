import type { ProviderTestId } from '@postrider/core/kernel/ids/id'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { idCell } from '../../cells/id-cell.js'
import { statement } from '../../engine/template.js'
import { repositoryOf } from '../../units/repository.js'
import type { StatementSequence } from '../../units/statement-sequence.js'
import { tableGateway } from '../../units/table-gateway.js'
import { providerTests } from './table.js'

const gateway = tableGateway(providerTests, ['id'], (id: ProviderTestId) => [idCell(id)])

const findSince = statement(`
  SELECT ${providerTests.select('t')} FROM provider_tests t {by provider_tests.of_account}
  WHERE t.provider_account_id = ?x AND t.requested_at >= ? ORDER BY t.requested_at, t.id {for update}`)

/** Tests of provider accounts inside the unit. */
export const providerTestRepository = (sequence: StatementSequence): UnitOfWork['providerTests'] => {
  const { search, lock, add, replace } = repositoryOf(sequence, gateway)
  return {
    lock,
    add,
    replace,
    since: (providerAccountId, fromMs) => search(findSince(idCell(providerAccountId), fromMs)),
  }
}
