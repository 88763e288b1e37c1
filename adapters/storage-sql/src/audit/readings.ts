import type { AuditStorage } from '@postrider/core/ports/storage/audit-storage'
import { E } from '@postrider/core/fp'
import { idCell } from '../cells/id-cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { columnsOf } from '../engine/insertion.js'
import { statement } from '../engine/template.js'
import { auditChains, auditEntryOf, auditLog, chainCell, endOf, headOf } from './table.js'

const ENTRY = columnsOf(auditLog, 'a')

const listAll = statement(`
  SELECT ${ENTRY} FROM audit_log a {by audit_log.PRIMARY} WHERE a.id > ?x ORDER BY a.id LIMIT ?`)
const listChain = statement(`
  SELECT ${ENTRY} FROM audit_log a {by audit_log.by_chain}
  WHERE a.chain = ?x AND a.seq > ? ORDER BY a.seq LIMIT ?`)
const listHeads = statement(`
  SELECT ${columnsOf(auditChains, 'c')} FROM audit_chains c {by audit_chains.PRIMARY} ORDER BY c.chain LIMIT ? OFFSET ?`)
const listEnds = statement(`
  SELECT a.chain, MAX(a.seq) FROM audit_log a {by audit_log.by_chain} WHERE a.chain >= ?x
  GROUP BY a.chain ORDER BY a.chain LIMIT ? OFFSET ?`)

/** Comes before every chain. */
const FIRST = ''

export const auditStorage = (engine: Engine): AuditStorage => ({
  list: (after, limit) => async () => {
    const read = await engine.read([listAll(after === undefined ? '' : idCell(after), limit)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(auditEntryOf))(read)
  },
  chain: (organizationId, afterSeq, limit) => async () => {
    const read = await engine.read([listChain(chainCell(organizationId), afterSeq, limit)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(auditEntryOf))(read)
  },
  heads: (skip, limit) => async () => {
    const read = await engine.read([listHeads(limit, skip)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(headOf))(read)
  },
  ends: (skip, limit) => async () => {
    const read = await engine.read([listEnds(FIRST, limit, skip)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(endOf))(read)
  },
})
