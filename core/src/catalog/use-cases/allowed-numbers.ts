import { countryByPrefix } from '../../channels/number-prefix.js'
import type { PhoneNumbers } from '../../channels/ports/phone-numbers.js'
import { E } from '../../fp.js'
import type { Clock } from '../../kernel/ports/clock.js'
import { SECOND_MS } from '../../kernel/time/epoch-ms.js'
import type { CatalogStorage } from '../ports/catalog-storage.js'

interface Needs {
  readonly storage: { readonly catalog: Pick<CatalogStorage, 'numberPrefixes'> }
  readonly clock: Clock
  readonly phoneNumbers: PhoneNumbers
}

/** Phone numbers by the numbering plans, and by the prefixes that super admins allowed. */
export interface AllowedNumbers extends Required<PhoneNumbers> {
  /** Reads the prefixes again, because something that concerns everyone has changed. */
  readonly read: () => Promise<void>
}

/** How long one read of the prefixes is used for numbers that are refused. */
const READ_FOR_MS = SECOND_MS

/**
 * Phone numbers by the numbering plans, and by the allowed prefixes (docs/api/conventions#phone-numbers). The
 * prefixes are in memory, and are looked up only for numbers that the plans refuse. Refused numbers cause at most
 * one read per second. If the prefixes can't be read, those of the last read count.
 */
export const allowedNumbers = ({ storage, clock, phoneNumbers }: Needs): AllowedNumbers => {
  let byPrefix = countryByPrefix([])
  let epoch = -1
  let last: { readonly atMs: number; readonly reading: Promise<void> } | undefined
  const load = async (): Promise<void> => {
    const found = await storage.catalog.numberPrefixes()()
    // An earlier read may end later.
    if (E.isLeft(found) || found.right.epoch < epoch) return
    epoch = found.right.epoch
    byPrefix = countryByPrefix(found.right.value)
  }
  const read = (): Promise<void> => {
    last = { atMs: clock.nowMs(), reading: load() }
    return last.reading
  }
  return {
    countryOf: (e164) => phoneNumbers.countryOf(e164) ?? byPrefix(e164),
    read,
    catchUp: () => (last === undefined || clock.nowMs() >= last.atMs + READ_FOR_MS ? read() : last.reading),
  }
}
