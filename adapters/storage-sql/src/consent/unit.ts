import type { Digest } from '@postrider/core/kernel/digests/digest'
import type { SuppressionKey } from '@postrider/core/consent/domain/suppression'
import type { ConsentId, SuppressionId } from '@postrider/core/kernel/ids/id'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { digestCell } from '../cells/digest-cell.js'
import { idCell } from '../cells/id-cell.js'
import { statement } from '../engine/template.js'
import { noteFirstSuppression, noteLastSuppression } from '../guards/catalog-versions.js'
import { repositoryOf } from '../units/repository.js'
import type { StatementSequence } from '../units/statement-sequence.js'
import { tableGateway } from '../units/table-gateway.js'
import { consents, optIns, recipientIds, suppressions } from './table.js'

const gateway = tableGateway(suppressions, ['id'], (id: SuppressionId) => [idCell(id)], 'cached')

const lockSlot = statement(`
  SELECT ${suppressions.select('s')} FROM suppressions s {by suppressions.by_slot}
  WHERE s.organization_id = ?x AND s.recipient = ?x AND s.source = ? {for update}`)

const lockAllOf = statement(`
  SELECT ${suppressions.select('s')} FROM suppressions s {by suppressions.by_slot}
  WHERE s.organization_id = ?x AND s.recipient = ?x ORDER BY s.source {for update}`)

const idGateway = tableGateway(recipientIds, ['id'], (key: Digest) => [digestCell(key, 16)])

/** Vendors' ids of people inside a unit. */
export const recipientIdRepository = (sequence: StatementSequence): UnitOfWork['recipientIds'] => {
  const { lock, add, replace } = repositoryOf(sequence, idGateway)
  return { lock, add, replace }
}

/** The recipients to whom Organizations send nothing, or nothing promotional, inside a unit. */
export const suppressionRepository = (sequence: StatementSequence): UnitOfWork['suppressions'] => {
  const repository = repositoryOf(sequence, gateway)
  return {
    ...repository,
    add: (suppression) => {
      sequence.writeApart(noteFirstSuppression(suppression.organizationId))
      repository.add(suppression)
    },
    remove: (suppressionId) => {
      sequence.writeApart(noteLastSuppression(suppressionId))
      repository.remove(suppressionId)
    },
    lockSlot: async ({ organizationId, recipient, source }) => {
      const slot = lockSlot(idCell(organizationId), digestCell(recipient, 16), source)
      return (await repository.search(slot))[0]
    },
    lockAllOf: ({ organizationId, recipient }) =>
      repository.search(lockAllOf(idCell(organizationId), digestCell(recipient, 16))),
  }
}

const optInGateway = tableGateway(
  optIns,
  ['organization_id', 'recipient'],
  ({ organizationId, recipient }: SuppressionKey) => [idCell(organizationId), digestCell(recipient, 16)],
  'cached',
)
const consentGateway = tableGateway(consents, ['id'], (id: ConsentId) => [idCell(id)])

/** Recipients' opt-ins and the consent register inside a unit. */
export const consentRepositories = (sequence: StatementSequence): Pick<UnitOfWork, 'optIns' | 'consents'> => {
  const { lock, add, replace, remove } = repositoryOf(sequence, optInGateway)
  return {
    optIns: { lock, add, replace, remove },
    consents: { add: repositoryOf(sequence, consentGateway).add },
  }
}
