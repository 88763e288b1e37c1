import type { UnitOfWork } from '@postrider/core/ports/storage/unit-of-work'
import { insertInto } from '../engine/insertion.js'
import { statement } from '../engine/template.js'
import { keyEraCells, keyEraColumns, keyEraOf, keyEras } from './table.js'
import type { Script } from '../units/statement-sequence.js'

const lockEras = statement(`
  SELECT ${keyEraColumns('e')} FROM key_eras e ORDER BY e.named_at, e.closed_at IS NULL, e.key_id {for update}`)
const nameKey = statement('UPDATE installation SET sealing_key = ?')
const closeOthers = statement('UPDATE key_eras SET closed_at = ? WHERE closed_at IS NULL AND key_id <> ?')
const insertEra = insertInto(keyEras)
const finishEra = statement('UPDATE key_eras SET finished_at = ? WHERE key_id = ?')

/** The keys of the installation inside the unit. */
export const keyBook = (script: Script): UnitOfWork['keys'] => ({
  lockEras: async () => {
    const [rows = []] = await script.read([lockEras()])
    return rows.map(keyEraOf)
  },
  name: (keyId, atMs) => {
    if (script.hold !== 'exclusive') throw new Error('a key is named in an exclusive unit')
    const era = { keyId, namedAtMs: atMs, closedAtMs: undefined, finishedAtMs: undefined }
    script.write(nameKey(keyId), closeOthers(atMs, keyId), insertEra(keyEraCells(era)))
  },
  finish: (keyId, atMs) => script.write(finishEra(atMs, keyId)),
})
