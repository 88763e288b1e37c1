import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { CallbackReader, CallbackVerdict } from '@postrider/core/providers/ports/provider-callback'
import { jsonIn } from '@postrider/http-calls/json-value'
import { readSesEvent } from './read-ses-event.js'
import { addressAtSns, isSignedBy, readSnsMessage, type SnsMessage } from './sns-message.js'

/** Fetches an address; undefined if there is nothing. */
type Fetch = (url: URL) => Promise<string | undefined>

const MOST_BYTES = 256 * 1024
/** More than a region uses in years. */
const MOST_CERTIFICATES = 16

const FORGED: CallbackVerdict = { _tag: 'Forged' }
const undecided = (detail: string): CallbackVerdict => ({ _tag: 'Undecided', detail })
const read = (ignored: number, reports: readonly EventReport[] = []): CallbackVerdict => ({
  _tag: 'Read',
  reports,
  inbound: [],
  templates: [],
  ignored,
})

type EventReport = Extract<CallbackVerdict, { readonly _tag: 'Read' }>['reports'][number]

/** Certificates, each fetched once and cached; a failed fetch is repeated on the next use. */
const keptCertificates = (fetch: Fetch) => {
  const kept = new Map<string, string>()
  return async (url: URL): Promise<string | undefined> => {
    const known = kept.get(url.href)
    if (known !== undefined) return known
    const fetched = await fetch(url)
    if (fetched === undefined) return undefined
    if (kept.size >= MOST_CERTIFICATES) kept.clear()
    kept.set(url.href, fetched)
    return fetched
  }
}

const notification = ({ providerAccountId }: ProviderAccount, { message }: SnsMessage): CallbackVerdict => {
  const event = jsonIn(Buffer.from(message))
  // SES sends this sentence when it is configured to publish to a topic.
  if (event === undefined && message.startsWith('Successfully validated SNS topic')) return read(1)
  const sesEvent = readSesEvent(event)
  if (sesEvent === undefined)
    return { _tag: 'Unreadable', detail: 'the notification is not an SES event', raw: '{}' }
  return sesEvent === 'ignored' ? read(1) : read(0, [{ ...sesEvent, providerAccountId }])
}

/**
 * Reads SES notifications through SNS about the emails of an account whose setting `topicArn` names the
 * topic. Only messages that SNS of that region signed, with a certificate from there, are accepted. A
 * subscription to the topic is confirmed.
 */
export const sesCallbacks = (clock: Clock, fetch: Fetch): CallbackReader => {
  const certificateAt = keptCertificates(fetch)
  return {
    wants: [],
    maxBytes: MOST_BYTES,
    read: async (account, _, { body }) => {
      const message = readSnsMessage(body)
      const { topicArn } = account.settings
      if (message === undefined || message.topicArn !== topicArn) return FORGED
      const certificateUrl = addressAtSns(message.certificateUrl, topicArn)
      if (certificateUrl === undefined) return FORGED
      const certificate = await certificateAt(certificateUrl)
      if (certificate === undefined) return undecided('the certificate of SNS could not be loaded')
      if (!isSignedBy(certificate, message, clock.nowMs())) return FORGED
      if (message.type === 'Notification') return notification(account, message)
      if (message.type === 'UnsubscribeConfirmation') return read(1)
      const confirmation = addressAtSns(message.subscribeUrl, topicArn)
      if (confirmation === undefined) return FORGED
      return (await fetch(confirmation)) === undefined ? undecided('SNS rejected the confirmation') : read(0)
    },
  }
}
