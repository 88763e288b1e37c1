import type { AuditStorage } from '@postrider/core/ports/storage/audit-storage'
import { E } from '@postrider/core/fp'
import { idCell } from './cells/id-cell.js'
import type { Engine, Rows } from './engine/engine.js'
import { columnsOf } from './engine/insertion.js'
import { refusalIsBug } from './engine/outcome.js'
import { statement } from './engine/template.js'
import { auditEventOf, auditEvents, insertAuditEvents } from './tables/audit-events.js'

const page = statement(`
  SELECT ${columnsOf(auditEvents, 'a')} FROM audit_events a WHERE a.id > ?x ORDER BY a.id LIMIT ?`)

export const auditStorage = (engine: Engine): AuditStorage => ({
  append: (events) => async () => {
    const outcome = await engine.transact([], () => ({
      statements: events.length === 0 ? [] : [insertAuditEvents(events)],
      result: undefined,
    }))
    return refusalIsBug(outcome)
  },
  list: (after, limit) => async () => {
    const read = await engine.read([page(after === undefined ? '' : idCell(after), limit)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(auditEventOf))(read)
  },
})
