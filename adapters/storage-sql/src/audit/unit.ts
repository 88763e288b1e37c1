import { type AuditHead, emptyChain, headAfter } from '@postrider/core/audit/domain/chain'
import { actChange } from '@postrider/core/feed/domain/change'
import type { KeyId } from '@postrider/core/kernel/ids/key-id'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { insertInto, insertMissing } from '../engine/insertion.js'
import { statement } from '../engine/template.js'
import { auditChains, auditLog, chainCell } from './table.js'
import type { StatementSequence } from '../units/statement-sequence.js'

const begin = insertMissing(auditChains.table, ['chain'])
const lock = statement(`
  SELECT ${auditChains.select('c')} FROM audit_chains c {by audit_chains.PRIMARY} WHERE c.chain = ?x {for update}`)
const insert = insertInto(auditLog.table)
const move = statement('UPDATE audit_chains SET seq = ?, digest = ?x, key_id = ? WHERE chain = ?x')

/** The chains of the audit log inside the unit. */
export const auditRepository = (
  sequence: StatementSequence,
  sealingKey: KeyId | undefined,
): UnitOfWork['audit'] => {
  const locked = new Map<string, AuditHead>()
  return {
    lockHead: async (organizationId) => {
      const chain = chainCell(organizationId)
      const [, rows = []] = await sequence.read([
        begin(auditChains.cells(emptyChain(organizationId, sealingKey))),
        lock(chain),
      ])
      const head = rows.map(auditChains.of)[0]
      if (head === undefined) throw new Error('a chain that was just begun is missing')
      locked.set(chain, head)
      return head
    },
    append: (entries) => {
      const [first] = entries
      if (first === undefined) return
      const chain = chainCell(first.organizationId)
      const before = locked.get(chain)
      if (before?.seq !== first.seq - 1)
        throw new Error('entries follow the head of their chain, which is locked')
      const head = entries.reduce((end, entry) => headAfter(entry, end), before)
      locked.set(chain, head)
      sequence.leave(actChange(first.organizationId, entries))
      sequence.writeApart(
        insert(auditLog.rows(entries)),
        move(head.seq, head.digest, head.keyId ?? null, chain),
      )
    },
  }
}
