import { createHash } from 'node:crypto'
import { stopWordsIn } from '@postrider/core/messaging/domain/inbound/stop-words'
import { consentChangeIn } from '@postrider/core/messaging/domain/inbound/consent-keyword'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { ProviderParts } from '@postrider/core/providers/ports/provider-adapter'
import type { ProviderSink } from '@postrider/core/providers/ports/provider-reports'
import { joinParts } from './join-parts.js'
import type { IncomingPdu } from './pdu.js'
import { type InboundPart, readInboundPart } from './read-inbound.js'
import { isReceipt, readReceipt } from './read-receipt.js'
import type { SmppSettings } from './smpp-settings.js'

/** The SMSC is to hand it over again later. */
const COME_AGAIN = 0x64
const MOST_WAITING = 1_000

/** What of an account decides how what comes is read. */
type IntakeForm = Pick<SmppSettings, 'receiptId' | 'errorMap' | 'defaultAlphabet' | 'stopWords'>

/** Takes what comes over the sessions of an account, and says the status that each is answered with: 0 once it is stored, never before. */
export const createIntake = (
  providerAccountId: ProviderAccountId,
  form: IntakeForm,
  { clock, timers }: Pick<ProviderParts, 'clock' | 'timers'>,
  sink: ProviderSink,
): ((pdu: IncomingPdu) => Promise<number>) => {
  let waiting = 0
  let count = 0

  /** An SMSC names no text that somebody wrote: each is one of its own, so that nobody's second STOP is lost. */
  const eventKeyOf = ({ from, to, text }: InboundPart): string => {
    count += 1
    return createHash('sha256')
      .update(JSON.stringify([clock.nowMs(), count, from, to, text]))
      .digest('base64url')
  }

  const takeText = joinParts(timers, (whole) => {
    const { to, from, text, raw } = whole
    const consentChange = consentChangeIn(text, stopWordsIn(form.stopWords))
    const rest = { userId: undefined, inReplyTo: undefined, atMs: undefined, eventKey: eventKeyOf(whole) }
    return sink({ inbound: [{ providerAccountId, to, from, text, raw, consentChange, ...rest }] })
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
