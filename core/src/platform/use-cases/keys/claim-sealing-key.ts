import type { KeyId } from '../../../kernel/ids/key-id.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { E, type TE } from '../../../fp.js'
import type { KeyStorage } from '../../ports/key-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'

interface Needs {
  readonly storage: { readonly keys: KeyStorage }
  readonly clock: Clock
  readonly keyRing: KeyRing
}

/** Whether a process may work on an installation. */
export type KeyClaim =
  | { readonly _tag: 'Claimed'; readonly sealing: KeyId }
  /** The installation names a key that this process doesn't have. */
  | { readonly _tag: 'Missing'; readonly sealing: KeyId }
  /** It names no key yet, and everything sealed in it is under keys that this process doesn't have. */
  | { readonly _tag: 'Foreign'; readonly keyIds: readonly KeyId[] }

/**
 * Finds the sealing key before a process works on an installation; if none is set yet, sets the process's
 * own. A process without the key would seal data that no other can open, and break the audit log
 * (docs/decisions/0031).
 */
export const claimSealingKey =
  ({ storage, clock, keyRing }: Needs) =>
  (): TE.TaskEither<StorageUnavailable, KeyClaim> =>
  async () => {
    const status = await storage.keys.status()()
    if (E.isLeft(status)) return status
    const { sealing } = status.right
    if (sealing !== undefined) return E.right({ _tag: keyRing.has(sealing) ? 'Claimed' : 'Missing', sealing })
    const counts = await storage.keys.counts()()
    if (E.isLeft(counts)) return counts
    const keyIds = [...new Set(counts.right.map(({ keyId }) => keyId))].sort()
    if (keyIds.length > 0 && !keyIds.some(keyRing.has)) return E.right({ _tag: 'Foreign', keyIds })
    const named = await storage.keys.nameFirst(keyRing.own, clock.nowMs())()
    if (E.isLeft(named)) return named
    // Another process may have been first, with another key.
    const first = named.right.sealing ?? keyRing.own
    return E.right({ _tag: keyRing.has(first) ? 'Claimed' : 'Missing', sealing: first })
  }
