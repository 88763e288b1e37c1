import { isSoughtEvent } from '@postrider/core/audit/domain/audit-search'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { AdministrationStorage, AuditQuery } from '@postrider/core/platform/ports/administration-storage'
import { readAsOf } from '../../guards/as-of.js'
import { BEYOND_ALL, firstIdCell, idCell } from '../../cells/id-cell.js'
import type { Engine } from '../../engine/engine.js'
import { type Filled, statement } from '../../engine/template.js'
import { auditLog, chainCell } from '../../audit/table.js'
import { lookAt, readAhead } from './look-at.js'

/** An event's identifier is created when it is written; the clocks of processes differ by less than this. */
const CLOCKS_APART_MS = MINUTE_MS

const COLUMNS = auditLog.select('a')
const listAll = statement(`
  SELECT ${COLUMNS} FROM audit_log a {by audit_log.PRIMARY}
  WHERE a.id < ?x AND a.id >= ?x ORDER BY a.id DESC LIMIT ?`)
const listChain = statement(`
  SELECT ${COLUMNS} FROM audit_log a {by audit_log.in_time}
  WHERE a.chain = ?x AND a.id < ?x AND a.id >= ?x ORDER BY a.id DESC LIMIT ?`)

/** The start of the page, going back in time, and the end of the range. */
const boundsOf = ({ before, fromMs, toMs }: AuditQuery): readonly [string, string] => {
  const shown = before === undefined ? BEYOND_ALL : idCell(before)
  const end = toMs === undefined ? BEYOND_ALL : firstIdCell(toMs + CLOCKS_APART_MS)
  return [shown < end ? shown : end, firstIdCell((fromMs ?? 0) - CLOCKS_APART_MS)]
}

const pageOf = (query: AuditQuery, most: number): Filled => {
  const { chain } = query
  const bounds = boundsOf(query)
  if (chain === undefined) return listAll(...bounds, most)
  return listChain(chainCell(chain === 'platform' ? undefined : chain), ...bounds, most)
}

/** The audit log as super admins read it. */
export const auditReadings = (
  engine: Engine,
  mostLookedAt: number,
): Pick<AdministrationStorage, 'auditEvents'> => ({
  auditEvents: (query) => () => {
    const { limit, chain: _, before: __, ...search } = query
    const isPicky = Object.values(search).some((each) => each !== undefined)
    const page = pageOf(query, readAhead(isPicky, limit, mostLookedAt))
    return readAsOf(engine, [page], ([rows = []]) =>
      lookAt(rows.map(auditLog.of), {
        limit,
        mostLookedAt,
        isSought: (event) => isSoughtEvent(event, query),
        idOf: ({ auditId }) => auditId,
      }),
    )
  },
})
