import type { Installation } from '../../domain/installation/installation.js'
import type { StorageUnavailable } from '../../domain/refusals/outage.js'
import { pipe, TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'

type Needs = Pick<Ports, 'storage' | 'clock' | 'ids' | 'digests' | 'telemetry'>

const VALUE_DIGITS = 32

/**
 * Compares the database with what this process has seen of it, and raises its counter where nobody has for a minute:
 * what every process does once a minute. Tells of a database that is held.
 */
export const tendInstallation =
  ({ storage, clock, ids, digests, telemetry }: Needs) =>
  (): TE.TaskEither<StorageUnavailable, Installation> =>
    pipe(
      storage.installation.tend({
        nowMs: clock.nowMs(),
        // As unguessable as an identifier, and as seldom the same.
        value: digests.sha256(ids.next('req')).slice(0, VALUE_DIGITS),
      }),
      TE.map((installation) => {
        const { hold } = installation
        if (hold !== undefined)
          telemetry.happened({
            _tag: 'Trouble',
            where: 'restore',
            cause: `the database is held: ${hold.because}`,
          })
        return installation
      }),
    )
