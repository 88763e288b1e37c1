import type { ProviderAccountId } from '@postrider/core/domain/ids/id'
import type { ProviderSink } from '@postrider/core/ports/provider-reports'
import type { IncomingPdu } from './pdu.js'
import { isReceipt, readReceipt, type ReceiptForm } from './read-receipt.js'

/** The message centre is to hand it over again later. */
const COME_AGAIN = 0x64
/** Nobody takes it here, now or later. */
const NOT_TAKEN = 0x65
const MOST_WAITING = 1_000

/** Takes what comes over the sessions of an account, and says the status that each is answered with: 0 once it is stored, never before. */
export const createIntake = (
  providerAccountId: ProviderAccountId,
  form: ReceiptForm,
  sink: ProviderSink,
): ((pdu: IncomingPdu) => Promise<number>) => {
  let waiting = 0
  return async (pdu) => {
    if (!isReceipt(pdu)) return NOT_TAKEN
    if (waiting >= MOST_WAITING) return COME_AGAIN
    waiting += 1
    try {
      await sink({ reports: [readReceipt(pdu, providerAccountId, form)] })
      return 0
    } catch {
      return COME_AGAIN
    } finally {
      waiting -= 1
    }
  }
}
