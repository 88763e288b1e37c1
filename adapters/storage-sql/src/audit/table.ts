import type { AuditEnd, AuditEntry, AuditHead } from '@postrider/core/domain/audit/chain'
import type { AuditId, OrganizationId } from '@postrider/core/domain/ids/id'
import { integer, optional, text, type Cell, type Cells } from '../cells/cell.js'
import { digestCell } from '../cells/digest-cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import { table } from '../engine/insertion.js'

export const auditLog = table('audit_log', [
  'id x',
  'chain x',
  'seq',
  'actor_kind',
  'actor_id',
  'credential_id',
  'action',
  'target',
  'outcome',
  'reason',
  'request_id',
  'client_address',
  'at',
  'details',
  'digest x',
  'key_id',
])

export const auditChains = table('audit_chains', ['chain x', 'seq', 'digest x', 'key_id'])

/** The platform's own chain stands where an Organization's would: no identifier is made of zeros. */
const PLATFORM = '0'.repeat(32)

export const chainCell = (organizationId: OrganizationId | undefined): string =>
  organizationId === undefined ? PLATFORM : idCell(organizationId)

/*
 * What somebody else wrote into the log is read as well, and as something that the service never wrote: whoever
 * verifies it is told of the entry.
 */
const ID_DIGITS = 32

export const chainOf = (cell: Cell | undefined): OrganizationId | undefined => {
  const hex = text(cell)
  if (hex === PLATFORM) return undefined
  return hex.length === ID_DIGITS ? idOf('org', hex) : `org_${hex}`
}

const auditIdOf = (cell: Cell | undefined): AuditId => {
  const hex = text(cell)
  return hex.length === ID_DIGITS ? idOf('aud', hex) : `aud_${hex}`
}

const numberOf = (cell: Cell | undefined): number => (typeof cell === 'number' ? cell : Number.NaN)

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

const isDetails = (value: unknown): value is AuditEntry['details'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isScalar)

const detailsOf = (cell: Cell | undefined): AuditEntry['details'] => {
  const written = text(cell)
  try {
    const details: unknown = JSON.parse(written)
    if (isDetails(details) && JSON.stringify(details) === written) return details
  } catch {
    // Not even JSON.
  }
  return { unreadable: written }
}

export const auditCells = (entry: AuditEntry): readonly Cell[] => [
  idCell(entry.auditId),
  chainCell(entry.organizationId),
  entry.seq,
  entry.actor.kind,
  entry.actor.id,
  entry.credentialId ?? null,
  entry.action,
  entry.target,
  entry.outcome,
  entry.reason ?? null,
  entry.requestId ?? null,
  entry.clientAddress ?? null,
  entry.atMs,
  JSON.stringify(entry.details),
  digestCell(entry.digest, 32),
  entry.keyId ?? null,
]

export const auditEntryOf = (row: Cells): AuditEntry => ({
  auditId: auditIdOf(row[0]),
  organizationId: chainOf(row[1]),
  seq: numberOf(row[2]),
  actor: { kind: text(row[3]) as AuditEntry['actor']['kind'], id: text(row[4]) },
  credentialId: optional(text, row[5]),
  action: text(row[6]),
  target: text(row[7]),
  outcome: text(row[8]) as AuditEntry['outcome'],
  reason: optional(text, row[9]),
  requestId: optional(text, row[10]),
  clientAddress: optional(text, row[11]),
  atMs: numberOf(row[12]),
  details: detailsOf(row[13]),
  digest: text(row[14]),
  keyId: optional(text, row[15]),
})

export const headCells = ({ organizationId, seq, digest, keyId }: AuditHead): readonly Cell[] => [
  chainCell(organizationId),
  seq,
  digestCell(digest, 32),
  keyId ?? null,
]

export const headOf = (row: Cells): AuditHead => ({
  organizationId: chainOf(row[0]),
  seq: integer(row[1]),
  digest: text(row[2]),
  keyId: optional(text, row[3]),
})

export const endOf = (row: Cells): AuditEnd => ({ organizationId: chainOf(row[0]), seq: numberOf(row[1]) })
