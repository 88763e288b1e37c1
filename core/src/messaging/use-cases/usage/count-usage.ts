import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import type { TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'

/** Counts about `most` ledger entries that no day's usage includes yet. Right: the number counted. */
export const countUsage =
  ({ storage, phoneNumbers }: Pick<Ports, 'storage' | 'phoneNumbers'>) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.usage.count(most, phoneNumbers.countryOf)
