import { E } from '@postrider/core/fp'
import { type KeyStorage, SEALED_KINDS } from '@postrider/core/platform/ports/key-storage'
import { readInteger, readText } from '../../cells/cell.js'
import type { Engine, Rows, WritePlan } from '../../engine/engine.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { insertInto } from '../../engine/insertion.js'
import { statement } from '../../engine/template.js'
import { advanceEpoch, lockEpoch, shareEpoch } from '../../guards/epoch.js'
import { noteForEveryone } from '../../guards/catalog-versions.js'
import { SEALED_TEXTS } from './sealed-texts.js'
import { readSealingKey, sealingKeyOf } from '../../guards/sealing-key.js'
import { chainOf } from '../../audit/table.js'
import type { KeyStatus } from '@postrider/core/kernel/ports/key-status-storage'
import { keyVersions } from './table.js'

const readKeyVersions = statement(
  `SELECT ${keyVersions.select('e')} FROM key_versions e ORDER BY e.named_at, e.closed_at IS NULL, e.key_id`,
)
const insertVersion = insertInto(keyVersions.table)
const nameKey = statement('UPDATE installation SET sealing_key = ?')
const listChains = statement(`
  SELECT c.chain FROM audit_chains c WHERE c.key_id IS NULL OR c.key_id <> ? ORDER BY c.chain LIMIT ?`)

const statusOf = (named: Rows | undefined, versions: Rows = []): KeyStatus => ({
  sealing: sealingKeyOf(named),
  keyVersions: versions.map(keyVersions.of),
})

/** The prefix of texts that are sealed with the key. */
const prefixOf = (keyId: string): string => `v1.${keyId}.`

export const keyStorage = (engine: Engine): KeyStorage => ({
  status: () => async () => {
    const read = await engine.read([readSealingKey(), readKeyVersions()], 'one')
    return E.map(([named, versions]: readonly Rows[]) => statusOf(named, versions))(read)
  },
  nameFirst: (keyId, atMs) => async () => {
    const gather = [lockEpoch(), readSealingKey(), readKeyVersions()]
    const outcome = await engine.transact(gather, ([, named, found]): WritePlan<KeyStatus> => {
      const status = statusOf(named, found)
      if (status.sealing !== undefined) return { statements: [], result: status }
      const keyVersion = { keyId, namedAtMs: atMs, closedAtMs: undefined, finishedAtMs: undefined }
      const cells = keyVersions.cells(keyVersion)
      return {
        statements: [nameKey(keyId), insertVersion(cells), advanceEpoch(), noteForEveryone()],
        result: { sealing: keyId, keyVersions: [...status.keyVersions, keyVersion] },
      }
    })
    return unknownIsUndone(outcome)
  },
  counts: () => async () => {
    const read = await engine.read(
      SEALED_KINDS.map((kind) => SEALED_TEXTS[kind].count()),
      'each',
    )
    return E.map((counted: readonly Rows[]) =>
      SEALED_KINDS.flatMap((kind, at) =>
        (counted[at] ?? []).map(([keyId, count]) => ({
          kind,
          keyId: readText(keyId),
          count: readInteger(count),
        })),
      ),
    )(read)
  },
  sealedOtherwise: (kind, keyId, after, limit) => async () => {
    const read = await engine.read([SEALED_TEXTS[kind].list(after ?? '', prefixOf(keyId), limit)], 'each')
    return E.map(([rows = []]: readonly Rows[]) =>
      rows.map(([place, sealed]) => ({ place: readText(place), sealed: readText(sealed) })),
    )(read)
  },
  replaceSealed: (kind, keyId, texts) => async () => {
    const outcome = await engine.transact(
      [shareEpoch(), readSealingKey()],
      ([, named]): WritePlan<boolean> => {
        if (sealingKeyOf(named) !== keyId) return { statements: [], result: false }
        const { change } = SEALED_TEXTS[kind]
        return {
          statements: texts.map(({ place, sealed, anew }) => change(anew, place, sealed)),
          result: true,
        }
      },
    )
    return unknownIsUndone(outcome)
  },
  chainsOutside: (keyId, limit) => async () => {
    const read = await engine.read([listChains(keyId, limit)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(([chain]) => chainOf(chain)))(read)
  },
})
