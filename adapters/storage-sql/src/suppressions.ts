import type { SuppressionKey } from '@postrider/core/domain/suppressions/suppression'
import type { SuppressionStorage } from '@postrider/core/ports/storage/suppression-storage'
import { digestCell } from './cells/digest-cell.js'
import { idCell } from './cells/id-cell.js'
import type { Engine, Statement } from './engine/engine.js'
import { insertInto, table } from './engine/insertion.js'
import { refusalIsBug } from './engine/outcome.js'
import { statement } from './engine/template.js'
import { advanceEpoch, lockEpoch } from './epoch.js'
import { insertAuditEvents } from './tables/audit-events.js'

const insert = insertInto(table('suppressions', ['organization_id x', 'recipient x', 'reason', 'created_at']))
const find = statement('SELECT created_at FROM suppressions WHERE organization_id = ?x AND recipient = ?x')
const strike = statement('DELETE FROM suppressions WHERE organization_id = ?x AND recipient = ?x')

/** The epoch's lock first: of two changes of the same entry, the second sees what the first has done. */
const gather = ({ organizationId, recipient }: SuppressionKey): readonly Statement[] => [
  lockEpoch(),
  find(idCell(organizationId), digestCell(recipient, 16)),
]

export const suppressionStorage = (engine: Engine): SuppressionStorage => ({
  add: (suppression, audit) => async () => {
    const { organizationId, recipient, reason, createdAtMs } = suppression
    const outcome = await engine.transact(gather(suppression), ([, found = []]) => {
      if (found.length > 0) return { statements: [], result: false }
      const entry = insert([idCell(organizationId), digestCell(recipient, 16), reason, createdAtMs])
      return { statements: [entry, insertAuditEvents([audit]), advanceEpoch()], result: true }
    })
    return refusalIsBug(outcome)
  },
  remove: (key, audit) => async () => {
    const outcome = await engine.transact(gather(key), ([, found = []]) => {
      if (found.length === 0) return { statements: [], result: false }
      const struck = strike(idCell(key.organizationId), digestCell(key.recipient, 16))
      return { statements: [struck, insertAuditEvents([audit]), advanceEpoch()], result: true }
    })
    return refusalIsBug(outcome)
  },
})
