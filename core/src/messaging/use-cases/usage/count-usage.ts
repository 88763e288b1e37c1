import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import type { TE } from '../../../fp.js'
import type { UsageStorage } from '../../ports/usage-storage.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'

interface Needs {
  readonly storage: { readonly usage: UsageStorage }
  readonly phoneNumbers: PhoneNumbers
}

/** Counts about `most` ledger entries that no day's usage includes yet. Right: the number counted. */
export const countUsage =
  ({ storage, phoneNumbers }: Needs) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.usage.count(most, phoneNumbers.countryOf)
