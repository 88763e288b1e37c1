import type { Installation } from '../../../kernel/installation/installation.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { E, type TE } from '../../../fp.js'
import type { InstallationStorage } from '../../ports/installation-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { Telemetry } from '../../../messaging/ports/telemetry.js'

interface Needs {
  readonly storage: { readonly installation: InstallationStorage }
  readonly clock: Clock
  readonly ids: Ids
  readonly digests: Digests
  readonly telemetry: Telemetry
}

const VALUE_DIGITS = 32

/**
 * Compares the database with what this process has seen of it. Raises its counter if no process has for a
 * minute, and always the first time, so that a restored copy is always older than what processes remember.
 * Every process does this once a minute. Emits an event if the database is held.
 */
export const checkInstallationIdentity = ({ storage, clock, ids, digests, telemetry }: Needs) => {
  let isFirst = true
  return (): TE.TaskEither<StorageUnavailable, Installation> => async () => {
    // As unguessable and unique as an identifier.
    const value = digests.sha256(ids.next('req')).slice(0, VALUE_DIGITS)
    const tended = await storage.installation.checkIdentity({ nowMs: clock.nowMs(), value, isFirst })()
    if (E.isLeft(tended)) return tended
    isFirst = false
    const { hold } = tended.right
    if (hold !== undefined) {
      const cause = `the database is on hold: ${hold.because}`
      telemetry.emit({ _tag: 'PartFailed', where: 'restore', cause })
    }
    return tended
  }
}
