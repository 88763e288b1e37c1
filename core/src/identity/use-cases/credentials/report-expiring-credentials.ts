import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { EventNote } from '../../../feed/domain/event-note.js'
import { E, type TE } from '../../../fp.js'
import type { CredentialId } from '../../../kernel/ids/id.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { CommitUnknown, StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { expiryWindow, isExpiring, type ServerCredential } from '../../../tenancy/domain/credential.js'
import type { TenancyStorage } from '../../../tenancy/ports/tenancy-storage.js'

interface Needs {
  readonly storage: { readonly tenancy: TenancyStorage; readonly units: UnitStorage }
  readonly clock: Clock
}
type Failure = StorageUnavailable | CommitUnknown

/** The number of credentials per turn. */
const MOST_CREDENTIALS = 50

const expiringEvent = (credential: ServerCredential): EventNote => {
  const { credentialId, organizationId, appId, environment, label, expiresAtMs } = credential
  const data = { credentialId, label, expiresAt: isoTime(expiresAtMs) }
  return { type: 'credential.expiring', organizationId, appId, environment, data }
}

/** Leaves the event of a credential with the note that it has one; of several processes, only the first one does. */
const reportOne = ({ storage, clock }: Needs, credentialId: CredentialId): TE.TaskEither<Failure, boolean> =>
  storage.units.transact<never, boolean>('shared', async (unit) => {
    const credential = await unit.credentials.lock(credentialId)
    const nowMs = clock.nowMs()
    if (credential === undefined || !isExpiring(credential, expiryWindow(nowMs))) return E.right(false)
    if (!(await unit.credentials.noteExpiry(credentialId, nowMs))) return E.right(false)
    unit.events.leave(expiringEvent(credential))
    return E.right(true)
  })

/**
 * Leaves an event for each credential that expires within a week (docs/api/access#server-credentials), once for
 * each. Right: the number of events.
 */
export const reportExpiringCredentials = (needs: Needs) => (): TE.TaskEither<Failure, number> => async () => {
  const { storage, clock } = needs
  const expiring = await storage.tenancy.expiring(expiryWindow(clock.nowMs()), MOST_CREDENTIALS)()
  if (E.isLeft(expiring)) return expiring
  let events = 0
  for (const credentialId of expiring.right) {
    const reported = await reportOne(needs, credentialId)()
    if (E.isLeft(reported)) return reported
    if (reported.right) events += 1
  }
  return E.right(events)
}
