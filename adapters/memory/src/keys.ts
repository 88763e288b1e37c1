import type { OrganizationId } from '@postrider/core/domain/ids/id'
import type { KeyId } from '@postrider/core/domain/keys/key-id'
import type { KeyStorage } from '@postrider/core/ports/storage/key-storage'
import type { Faults } from './faults.js'
import type { MemoryTables } from './tables.js'

const chainsOutside = (
  { audit }: MemoryTables,
  keyId: KeyId,
  limit: number,
): ReadonlyArray<OrganizationId | undefined> => {
  const last = new Map(audit.map((entry) => [entry.organizationId, entry.keyId]))
  return [...last].flatMap(([organizationId, of]) => (of === keyId ? [] : [organizationId])).slice(0, limit)
}

/** The keys in memory: what is sealed there is not looked at. */
export const memoryKeys = (tables: MemoryTables, faults: Faults): KeyStorage => {
  const standing = () => ({ sealing: tables.installation.sealingKey, eras: [...tables.keyEras] })
  return {
    standing: () => faults.reading('standing', standing),
    nameFirst: (keyId, atMs) =>
      faults.writing('nameFirst', () => {
        if (tables.installation.sealingKey === undefined) {
          tables.installation = { ...tables.installation, sealingKey: keyId }
          tables.keyEras.push({ keyId, namedAtMs: atMs, closedAtMs: undefined, finishedAtMs: undefined })
        }
        return standing()
      }) as ReturnType<KeyStorage['nameFirst']>,
    counts: () => faults.reading('counts', () => []),
    sealedOtherwise: () => faults.reading('sealedOtherwise', () => []),
    replaceSealed: () =>
      faults.writing('replaceSealed', () => true) as ReturnType<KeyStorage['replaceSealed']>,
    chainsOutside: (keyId, limit) =>
      faults.reading('chainsOutside', () => chainsOutside(tables, keyId, limit)),
  }
}
