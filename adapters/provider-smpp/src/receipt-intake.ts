import { createHash } from 'node:crypto'
import { stopWordsIn } from '@postrider/core/messaging/domain/inbound/stop-words'
import { readConsent, readFragment } from '@postrider/core/messaging/domain/inbound/consent-keyword'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { ProviderParts } from '@postrider/core/providers/ports/provider-adapter'
import type { ProviderSink } from '@postrider/core/providers/ports/provider-reports'
import { joinParts } from './join-parts.js'
import type { IncomingPdu } from './pdu.js'
import { type InboundPart, readInboundPart } from './read-inbound.js'
import { isReceipt, readReceipt } from './read-receipt.js'
import type { SmppSettings } from './smpp-settings.js'

/** Makes the SMSC deliver it again later. */
const COME_AGAIN = 0x64
const MOST_WAITING = 1_000

/** The account settings for reading incoming PDUs. */
type IntakeForm = Pick<SmppSettings, 'receiptId' | 'errorMap' | 'defaultAlphabet' | 'stopWords'>

/**
 * Handles incoming PDUs of an account's sessions, and returns the status of each response: 0 once it is
 * stored, never before.
 */
export const createIntake = (
  providerAccountId: ProviderAccountId,
  form: IntakeForm,
  { clock, timers }: Pick<ProviderParts, 'clock' | 'timers'>,
  sink: ProviderSink,
): ((pdu: IncomingPdu) => Promise<number>) => {
  let waiting = 0
  let count = 0

  /**
   * An SMSC assigns no identifier to an inbound text: each one is a separate event, so that a second STOP
   * isn't lost.
   */
  const eventKeyOf = ({ from, to, text }: InboundPart): string => {
    count += 1
    return createHash('sha256')
      .update(JSON.stringify([clock.nowMs(), count, from, to, text]))
      .digest('base64url')
  }

  const takeText = joinParts(timers, (whole) => {
    const { to, from, text, raw } = whole
    const read = whole.isIncomplete ? readFragment : readConsent
    const reading = read(text, stopWordsIn(form.stopWords))
    const rest = { userId: undefined, inReplyTo: undefined, atMs: undefined, eventKey: eventKeyOf(whole) }
    return sink({ inbound: [{ providerAccountId, to, from, text, raw, ...reading, ...rest }] })
  })

  const take = (pdu: IncomingPdu): Promise<void> =>
    isReceipt(pdu)
      ? sink({ reports: [readReceipt(pdu, providerAccountId, form)] })
      : takeText(readInboundPart(pdu, form))

  return async (pdu) => {
    if (waiting >= MOST_WAITING) return COME_AGAIN
    waiting += 1
    try {
      await take(pdu)
      return 0
    } catch {
      return COME_AGAIN
    } finally {
      waiting -= 1
    }
  }
}
