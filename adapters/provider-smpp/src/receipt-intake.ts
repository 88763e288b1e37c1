import { createHash } from 'node:crypto'
import { smsText } from '@postrider/core/channels/sms/inbound-octets'
import { stopWordsIn } from '@postrider/core/messaging/domain/inbound/stop-words'
import { readConsent } from '@postrider/core/messaging/domain/inbound/consent-keyword'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { ProviderParts } from '@postrider/core/providers/ports/provider-adapter'
import type { ProviderSink } from '@postrider/core/providers/ports/provider-reports'
import type { IncomingPdu } from './pdu.js'
import { type InboundSms, readInbound } from './read-inbound.js'
import { isReceipt, readReceipt, type ReceiptForm } from './read-receipt.js'
import type { SmppSettings } from './smpp-settings.js'

/** Makes the SMSC deliver it again later. */
const COME_AGAIN = 0x64
const MOST_WAITING = 1_000

/** The account settings for reading incoming PDUs. */
type IntakeForm = ReceiptForm & Pick<SmppSettings, 'defaultAlphabet' | 'stopWords'>

/**
 * Handles incoming PDUs of an account's sessions, and returns the status of each response: 0 once it is
 * stored, never before.
 */
export const createIntake = (
  providerAccountId: ProviderAccountId,
  form: IntakeForm,
  { clock }: Pick<ProviderParts, 'clock'>,
  sink: ProviderSink,
): ((pdu: IncomingPdu) => Promise<number>) => {
  let waiting = 0
  let count = 0

  /**
   * An SMSC assigns no identifier to an inbound text: each one is a separate event, so that a second STOP
   * isn't lost.
   */
  const eventKeyOf = ({ from, to, octets }: InboundSms): string => {
    count += 1
    return createHash('sha256')
      .update(JSON.stringify([clock.nowMs(), count, from, to, octets]))
      .digest('base64url')
  }

  const stopWords = stopWordsIn(form.stopWords)

  /** A part is stored as it is: an SMSC may send the next one only after the response. */
  const takeText = (sms: InboundSms): Promise<void> => {
    const { to, from, raw, alphabet, octets, place } = sms
    if (place !== undefined)
      return sink({ parts: [{ providerAccountId, to, from, raw, alphabet, octets, stopWords, ...place }] })
    const text = smsText([sms])
    const reading = readConsent(text, stopWords)
    const rest = { userId: undefined, inReplyTo: undefined, atMs: undefined, eventKey: eventKeyOf(sms) }
    return sink({ inbound: [{ providerAccountId, to, from, text, raw, ...reading, ...rest }] })
  }

  const takeReceipt = (pdu: IncomingPdu): Promise<void> => {
    const { report, unread } = readReceipt(pdu, providerAccountId, form)
    return sink({
      ...(report === undefined ? {} : { reports: [report] }),
      ...(unread === undefined ? {} : { unread: [unread] }),
    })
  }

  const take = (pdu: IncomingPdu): Promise<void> =>
    isReceipt(pdu) ? takeReceipt(pdu) : takeText(readInbound(pdu, form))

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
