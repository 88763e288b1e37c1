import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { KeyId } from '@postrider/core/kernel/ids/key-id'
import {
  type KeyStorage,
  SEALED_KINDS,
  type SealedCount,
  type SealedKind,
} from '@postrider/core/platform/ports/key-storage'
import type { Calls } from './calls.js'
import { keyIn, sealedTexts } from './sealed-texts.js'
import type { MemoryTables } from './tables.js'

const chainsOutside = (
  { audit }: MemoryTables,
  keyId: KeyId,
  limit: number,
): ReadonlyArray<OrganizationId | undefined> => {
  const last = new Map(audit.map((entry) => [entry.organizationId, entry.keyId]))
  return [...last].flatMap(([organizationId, of]) => (of === keyId ? [] : [organizationId])).slice(0, limit)
}

const countsOf = (tables: MemoryTables, kind: SealedKind): readonly SealedCount[] => {
  const counts = new Map<KeyId, number>()
  for (const { sealed } of sealedTexts(tables, kind)) {
    const keyId = keyIn(sealed)
    counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
  }
  return [...counts].map(([keyId, count]) => ({ kind, keyId, count }))
}

/** The keys in memory, and what is sealed under them. */
export const memoryKeys = (tables: MemoryTables, calls: Calls): Partial<KeyStorage> => {
  const status = () => ({ sealing: tables.installation.sealingKey, keyVersions: [...tables.keyVersions] })
  return {
    status: () => calls.reading('status', status),
    nameFirst: (keyId, atMs) =>
      calls.writing('nameFirst', () => {
        if (tables.installation.sealingKey === undefined) {
          tables.installation = { ...tables.installation, sealingKey: keyId }
          tables.keyVersions.push({ keyId, namedAtMs: atMs, closedAtMs: undefined, finishedAtMs: undefined })
        }
        return status()
      }) as ReturnType<KeyStorage['nameFirst']>,
    counts: () => calls.reading('counts', () => SEALED_KINDS.flatMap((kind) => countsOf(tables, kind))),
    sealedOtherwise: (kind, keyId, after, limit) =>
      calls.reading('sealedOtherwise', () =>
        sealedTexts(tables, kind)
          .filter(({ place, sealed }) => keyIn(sealed) !== keyId && place > (after ?? ''))
          .slice(0, limit)
          .map(({ place, sealed }) => ({ place, sealed })),
      ),
    chainsOutside: (keyId, limit) =>
      calls.reading('chainsOutside', () => chainsOutside(tables, keyId, limit)),
  }
}
