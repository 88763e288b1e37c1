import { type AuditHead, emptyChain, headAfter } from '@postrider/core/domain/audit/chain'
import type { KeyId } from '@postrider/core/domain/keys/key-id'
import type { UnitOfWork } from '@postrider/core/ports/storage/unit-of-work'
import { columnsOf, insertInto, insertMissing } from '../engine/insertion.js'
import { statement } from '../engine/template.js'
import { auditCells, auditChains, auditLog, chainCell, headCells, headOf } from './table.js'
import type { Script } from '../units/statement-sequence.js'

const begin = insertMissing(auditChains, ['chain'])
const lock = statement(`
  SELECT ${columnsOf(auditChains, 'c')} FROM audit_chains c {by audit_chains.PRIMARY} WHERE c.chain = ?x {for update}`)
const insert = insertInto(auditLog)
const move = statement('UPDATE audit_chains SET seq = ?, digest = ?x, key_id = ? WHERE chain = ?x')

/** The chains of the audit log inside the unit. */
export const auditBook = (script: Script, sealingKey: KeyId | undefined): UnitOfWork['audit'] => {
  const held = new Map<string, AuditHead>()
  return {
    lockHead: async (organizationId) => {
      const chain = chainCell(organizationId)
      const [, rows = []] = await script.read([
        begin(headCells(emptyChain(organizationId, sealingKey))),
        lock(chain),
      ])
      const head = rows.map(headOf)[0]
      if (head === undefined) throw new Error('a chain that was just begun is missing')
      held.set(chain, head)
      return head
    },
    append: (entries) => {
      const [first] = entries
      if (first === undefined) return
      const chain = chainCell(first.organizationId)
      const before = held.get(chain)
      if (before?.seq !== first.seq - 1)
        throw new Error('entries follow the head of their chain, which is held')
      const head = entries.reduce((end, entry) => headAfter(entry, end), before)
      held.set(chain, head)
      script.write(
        insert(entries.flatMap(auditCells)),
        move(head.seq, head.digest, head.keyId ?? null, chain),
      )
    },
  }
}
