import { createHash, createHmac } from 'node:crypto'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import type {
  CallbackReader,
  CallbackVerdict,
  ProviderCallback,
} from '@postrider/core/providers/ports/provider-callback'
import { jsonIn, namedList, namedText, valueAt } from '@postrider/http-calls/json-value'
import { isSameText } from '@postrider/http-calls/same-text'
import type { CloudChange } from './change.js'
import { readCloudChanges } from './read-changes.js'

type Secrets = Readonly<Record<string, string>>

const MOST_BYTES = 3 * 1024 * 1024
const SIGNATURE = 'x-hub-signature-256'
/** The accepted form of a challenge, which is echoed: nothing that a browser could interpret as a page. */
const CHALLENGE = /^[A-Za-z0-9_.-]{1,256}$/

/** Before it sends callbacks to an address, the vendor checks that the server there knows the token. */
const answerChallenge = ({ url }: ProviderCallback, { verifyToken = '' }: Secrets): CallbackVerdict => {
  const query = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()
  const challenge = query.get('hub.challenge') ?? ''
  const isSubscription = query.get('hub.mode') === 'subscribe' && CHALLENGE.test(challenge)
  const isRight = isSameText(query.get('hub.verify_token') ?? '', verifyToken)
  return isSubscription && isRight && verifyToken !== ''
    ? { _tag: 'Reply', text: challenge }
    : { _tag: 'Forged' }
}

/** Whether the app signed exactly these bytes, with its current secret or the previous one. */
const isSigned = ({ headers, body }: ProviderCallback, { appSecret, appSecretPrevious }: Secrets): boolean =>
  [appSecret, appSecretPrevious].some(
    (secret) =>
      secret !== undefined &&
      isSameText(
        headers[SIGNATURE] ?? '',
        `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      ),
  )

const changesIn = (document: unknown): readonly CloudChange[] =>
  namedList(document, 'entry').flatMap((entry) =>
    namedList(entry, 'changes').map((change) => ({
      wabaId: namedText(entry, 'id'),
      time: valueAt(entry, 'time'),
      field: namedText(change, 'field'),
      value: valueAt(change, 'value'),
    })),
  )

const verdictOn = (
  account: ProviderAccount,
  secrets: Secrets,
  callback: ProviderCallback,
): CallbackVerdict => {
  if (callback.method === 'GET') return answerChallenge(callback, secrets)
  if (!isSigned(callback, secrets)) return { _tag: 'Forged' }
  const document = jsonIn(callback.body)
  if (valueAt(document, 'object') !== 'whatsapp_business_account') {
    const sha256 = createHash('sha256').update(callback.body).digest('hex')
    return {
      _tag: 'Unreadable',
      detail: 'the callback is not an update of a WhatsApp Business Account',
      raw: JSON.stringify({ bytes: callback.body.length, sha256 }),
    }
  }
  return { _tag: 'Read', ...readCloudChanges(account, changesIn(document)) }
}

/** Reads the updates of a Meta app about a WhatsApp Business Account; the app signs every one of them. */
export const cloudCallbackReader: CallbackReader = {
  wants: [SIGNATURE],
  maxBytes: MOST_BYTES,
  read: (account, secrets, callback) => Promise.resolve(verdictOn(account, secrets, callback)),
}
