import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import type { TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'

/** Counts about so many ledger entries that no day's usage has yet. Right: how many. */
export const countUsage =
  ({ storage, phoneNumbers }: Pick<Ports, 'storage' | 'phoneNumbers'>) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.usage.count(most, phoneNumbers.countryOf)
