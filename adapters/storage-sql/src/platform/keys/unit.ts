import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { insertInto } from '../../engine/insertion.js'
import { statement } from '../../engine/template.js'
import { keyEras } from './table.js'
import { lockEveryone } from '../../guards/catalog-versions.js'
import type { StatementSequence } from '../../units/statement-sequence.js'

const lockEras = statement(`
  SELECT ${keyEras.select('e')} FROM key_eras e ORDER BY e.named_at, e.closed_at IS NULL, e.key_id {for update}`)
const nameKey = statement('UPDATE installation SET sealing_key = ?')
const closeOthers = statement('UPDATE key_eras SET closed_at = ? WHERE closed_at IS NULL AND key_id <> ?')
const insertEra = insertInto(keyEras.table)
const finishEra = statement('UPDATE key_eras SET finished_at = ? WHERE key_id = ?')

/** The keys of the installation inside the unit. */
export const keyRepository = (sequence: StatementSequence): UnitOfWork['keys'] => ({
  lockEras: async () => {
    const [rows = []] = await sequence.read([lockEras()])
    return rows.map(keyEras.of)
  },
  name: (keyId, atMs) => {
    if (sequence.lockMode !== 'exclusive') throw new Error('a key is named in an exclusive unit')
    const era = { keyId, namedAtMs: atMs, closedAtMs: undefined, finishedAtMs: undefined }
    sequence.writeApart(
      lockEveryone(),
      nameKey(keyId),
      closeOthers(atMs, keyId),
      insertEra(keyEras.cells(era)),
    )
  },
  finish: (keyId, atMs) => sequence.writeApart(finishEra(atMs, keyId)),
})
