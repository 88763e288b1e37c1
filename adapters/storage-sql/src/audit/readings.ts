import type { AuditStorage } from '@postrider/core/audit/ports/audit-storage'
import { E } from '@postrider/core/fp'
import { idCell } from '../cells/id-cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { expression, joined } from '../rows/selection.js'
import { auditChains, auditLog, chainCell, chainOf, numberOf } from './table.js'

const ENTRY = auditLog.select('a')
const ends = joined({
  organizationId: expression('a.chain', chainOf),
  seq: expression('MAX(a.seq)', numberOf),
})

const listAll = statement(`
  SELECT ${ENTRY} FROM audit_log a {by audit_log.PRIMARY} WHERE a.id > ?x ORDER BY a.id LIMIT ?`)
const listChain = statement(`
  SELECT ${ENTRY} FROM audit_log a {by audit_log.by_chain}
  WHERE a.chain = ?x AND a.seq > ? ORDER BY a.seq LIMIT ?`)
const listHeads = statement(`
  SELECT ${auditChains.select('c')} FROM audit_chains c {by audit_chains.PRIMARY} ORDER BY c.chain LIMIT ? OFFSET ?`)
const listEnds = statement(`
  SELECT ${ends.columns} FROM audit_log a {by audit_log.by_chain} WHERE a.chain >= ?x
  GROUP BY a.chain ORDER BY a.chain LIMIT ? OFFSET ?`)

/** Sorts before every chain. */
const FIRST = ''

export const auditStorage = (engine: Engine): AuditStorage => ({
  list: (after, limit) => async () => {
    const read = await engine.read([listAll(after === undefined ? '' : idCell(after), limit)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(auditLog.of))(read)
  },
  chain: (organizationId, afterSeq, limit) => async () => {
    const read = await engine.read([listChain(chainCell(organizationId), afterSeq, limit)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(auditLog.of))(read)
  },
  heads: (skip, limit) => async () => {
    const read = await engine.read([listHeads(limit, skip)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(auditChains.of))(read)
  },
  ends: (skip, limit) => async () => {
    const read = await engine.read([listEnds(FIRST, limit, skip)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(ends.of))(read)
  },
})
