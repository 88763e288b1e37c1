import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { insertInto } from '../../engine/insertion.js'
import { statement } from '../../engine/template.js'
import { keyVersions } from './table.js'
import { lockEveryone } from '../../guards/catalog-versions.js'
import type { StatementSequence } from '../../units/statement-sequence.js'

const lockVersions = statement(`
  SELECT ${keyVersions.select('e')} FROM key_versions e ORDER BY e.named_at, e.closed_at IS NULL, e.key_id {for update}`)
const nameKey = statement('UPDATE installation SET sealing_key = ?')
const closeOthers = statement('UPDATE key_versions SET closed_at = ? WHERE closed_at IS NULL AND key_id <> ?')
const insertVersion = insertInto(keyVersions.table)
const finishVersion = statement('UPDATE key_versions SET finished_at = ? WHERE key_id = ?')

/** The keys of the installation inside the unit. */
export const keyRepository = (sequence: StatementSequence): UnitOfWork['keys'] => ({
  lockVersions: async () => {
    const [rows = []] = await sequence.read([lockVersions()])
    return rows.map(keyVersions.of)
  },
  name: (keyId, atMs) => {
    if (sequence.lockMode !== 'exclusive') throw new Error('a key is named in an exclusive unit')
    const keyVersion = { keyId, namedAtMs: atMs, closedAtMs: undefined, finishedAtMs: undefined }
    sequence.writeApart(
      lockEveryone(),
      nameKey(keyId),
      closeOthers(atMs, keyId),
      insertVersion(keyVersions.cells(keyVersion)),
    )
  },
  finish: (keyId, atMs) => sequence.writeApart(finishVersion(atMs, keyId)),
})
