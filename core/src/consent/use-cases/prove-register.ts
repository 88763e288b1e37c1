import type { AuditEntry } from '../../audit/domain/chain.js'
import type { ProvedRecords } from '../../audit/use-cases/verify-audit.js'
import { E } from '../../fp.js'
import { type ConsentId, isId, type OrganizationId } from '../../kernel/ids/id.js'
import type { Digests } from '../../kernel/ports/digests.js'
import { consentDigest } from '../domain/consent-entry.js'
import type { ConsentStorage } from '../ports/consent-storage.js'

interface Needs {
  readonly storage: { readonly consent: ConsentStorage }
  readonly digests: Digests
}

const REGISTERS_AT_ONCE = 200

/** The entries of the register that audit events name, with the digests that they had. */
const namedIn = (entries: readonly AuditEntry[]): ReadonlyMap<ConsentId, unknown> =>
  new Map(
    entries.flatMap(({ details }) => {
      const consentId = String(details['consentId'] ?? '')
      return isId('con', consentId) ? [[consentId, details['consentDigest']] as const] : []
    }),
  )

/** Compares the consent register with the audit log (`postrider audit verify`). */
export const proveRegister = ({ storage, digests }: Needs): ProvedRecords => ({
  counts: async () => {
    const counts = new Map<OrganizationId, number>()
    for (;;) {
      const read = await storage.consent.counts(counts.size, REGISTERS_AT_ONCE)()
      if (E.isLeft(read)) return read
      for (const { organizationId, entries } of read.right) counts.set(organizationId, entries)
      if (read.right.length < REGISTERS_AT_ONCE) return E.right(counts)
    }
  },
  compare: async (audited) => {
    const named = namedIn(audited)
    if (named.size === 0) return E.right({ named: 0, problem: undefined })
    const read = await storage.consent.named([...named.keys()])()
    if (E.isLeft(read)) return read
    const found = new Map(read.right.map((entry) => [entry.consentId, consentDigest(entry, digests.sha256)]))
    for (const [consentId, digest] of named) {
      const present = found.get(consentId)
      if (present !== digest) {
        const problem = `consent entry ${consentId} ${present === undefined ? 'is missing' : 'was changed'}`
        return E.right({ named: named.size, problem })
      }
    }
    return E.right({ named: named.size, problem: undefined })
  },
})
