import type { ApprovalQuery, ApprovalStorage } from '@postrider/core/approvals/ports/approval-storage'
import { readAsOf } from '../guards/as-of.js'
import { BEFORE_ALL, BEYOND_ALL, idCell } from '../cells/id-cell.js'
import type { Engine } from '../engine/engine.js'
import { type Filled, statement } from '../engine/template.js'
import { approvals } from './table.js'

const listing = (index: string, ofStatus: string, order: string) =>
  statement(`
    SELECT ${approvals.select('a')} FROM approvals a {by approvals.${index}}
    WHERE ${ofStatus} a.id ${order === 'ASC' ? '>' : '<'} ?x AND a.kind IN (?*) ORDER BY a.id ${order} LIMIT ?`)
const anyOldest = listing('PRIMARY', '', 'ASC')
const anyNewest = listing('PRIMARY', '', 'DESC')
const statusOldest = listing('by_status', 'a.status = ? AND', 'ASC')
const statusNewest = listing('by_status', 'a.status = ? AND', 'DESC')
const one = statement(`
  SELECT ${approvals.select('a')} FROM approvals a {by approvals.PRIMARY}
  WHERE a.id = ?x AND a.kind IN (?*) AND (? IS NULL OR a.status = ?) LIMIT ?`)

const pageOf = ({ status, kinds, approvalId, order, beyond, limit }: ApprovalQuery): Filled => {
  if (approvalId !== undefined)
    return one(idCell(approvalId), [...kinds], status ?? null, status ?? null, limit)
  const isOldest = order === 'oldest first'
  const edge = isOldest ? BEFORE_ALL : BEYOND_ALL
  const range = [beyond === undefined ? edge : idCell(beyond), [...kinds], limit] as const
  if (status === undefined) return isOldest ? anyOldest(...range) : anyNewest(...range)
  return isOldest ? statusOldest(status, ...range) : statusNewest(status, ...range)
}

export const approvalStorage = (engine: Engine): ApprovalStorage => ({
  list: (query) => () => readAsOf(engine, [pageOf(query)], ([rows = []]) => rows.map(approvals.of)),
})
