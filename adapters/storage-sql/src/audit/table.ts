import type { AuditEntry, AuditHead } from '@postrider/core/audit/domain/chain'
import type { AuditId, OrganizationId } from '@postrider/core/kernel/ids/id'
import { readText, type Cell } from '../cells/cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import { aColumn, aDigest, anInteger, aText, aTextOrNone, bytes16 } from '../rows/column.js'
import { group } from '../rows/fields.js'
import { recordTable } from '../rows/record-table.js'

/**
 * The platform's own chain is stored under this value in place of an Organization; no identifier consists of
 * zeros.
 */
const PLATFORM = '0'.repeat(32)

export const chainCell = (organizationId: OrganizationId | undefined): string =>
  organizationId === undefined ? PLATFORM : idCell(organizationId)

/*
 * Entries that another program wrote into the log are read as well, in a form that the service never writes,
 * so that verification reports them.
 */
const ID_DIGITS = 32

export const chainOf = (cell: Cell | undefined): OrganizationId | undefined => {
  const hex = readText(cell)
  if (hex === PLATFORM) return undefined
  return hex.length === ID_DIGITS ? idOf('org', hex) : `org_${hex}`
}

const auditIdOf = (cell: Cell | undefined): AuditId => {
  const hex = readText(cell)
  return hex.length === ID_DIGITS ? idOf('aud', hex) : `aud_${hex}`
}

/** The number in a cell, or NaN. */
export const numberOf = (cell: Cell | undefined): number => (typeof cell === 'number' ? cell : Number.NaN)

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

const isDetails = (value: unknown): value is AuditEntry['details'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isScalar)

const detailsOf = (cell: Cell | undefined): AuditEntry['details'] => {
  const written = readText(cell)
  try {
    const details: unknown = JSON.parse(written)
    if (isDetails(details) && JSON.stringify(details) === written) return details
  } catch {
    // It isn't valid JSON.
  }
  return { unreadable: written }
}

export const auditLog = recordTable<AuditEntry>('audit_log', {
  auditId: bytes16('id', idCell, auditIdOf),
  organizationId: bytes16('chain', chainCell, chainOf),
  seq: aColumn('seq', (seq) => seq, numberOf),
  actor: group({ kind: aText('actor_kind'), id: aText('actor_id') }),
  credentialId: aTextOrNone('credential_id'),
  action: aText('action'),
  target: aText('target'),
  outcome: aText('outcome'),
  reason: aTextOrNone('reason'),
  requestId: aTextOrNone('request_id'),
  clientAddress: aTextOrNone('client_address'),
  atMs: aColumn('at', (atMs) => atMs, numberOf),
  details: aColumn('details', (details) => JSON.stringify(details), detailsOf),
  digest: aDigest('digest'),
  keyId: aTextOrNone('key_id'),
})

/** The last entry of each chain. */
export const auditChains = recordTable<AuditHead>('audit_chains', {
  organizationId: bytes16('chain', chainCell, chainOf),
  seq: anInteger('seq'),
  digest: aDigest('digest'),
  keyId: aTextOrNone('key_id'),
})
