import { E } from '@postrider/core/fp'
import { optionalSetting, type SettingGroup, settingWithDefault } from '../setting.js'
import type { SettingReader } from '../setting-sources.js'
import { oneOrZero } from '../setting-values.js'

/** The installation's own receiver of the events of all Organizations. */
export interface EventReceiverSettings {
  readonly url: string
  readonly secrets: readonly string[]
  readonly includesRecipient: boolean
}

const LEAST_SECRET_BYTES = 24
const SECRET = /^whsec_[A-Za-z0-9+/]+={0,2}$/

const receiverUrl = (text: string): E.Either<string, string> => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return E.left('must be an https URL')
  return url.username === '' && url.password === '' && url.hash === ''
    ? E.right(text)
    : E.left('must be a URL without login or fragment')
}

const isSecret = (text: string): boolean =>
  SECRET.test(text) && Buffer.from(text.slice('whsec_'.length), 'base64').length >= LEAST_SECRET_BYTES

const secrets = (text: string): E.Either<string, readonly string[]> => {
  const all = text.split(',').map((one) => one.trim())
  return all.length <= 2 && all.every(isSecret)
    ? E.right(all)
    : E.left(`must be whsec_ and at least ${LEAST_SECRET_BYTES} bytes in base64, or two such secrets`)
}

const SECRETS = optionalSetting({
  name: 'POSTRIDER_EVENTS_SECRET',
  parse: secrets,
  isSecret: true,
  examples: [''],
})

const RECIPIENTS = settingWithDefault({
  name: 'POSTRIDER_EVENTS_RECIPIENTS',
  parse: oneOrZero,
  defaultText: '0',
})

const URL_OF_RECEIVER = optionalSetting({
  name: 'POSTRIDER_EVENTS_URL',
  parse: receiverUrl,
  isSecret: true,
  about: `
    A receiver of your own for the events of all Organizations (docs/event-receiver.md), and the secret that signs them: whsec_ and 32
    bytes in base64. Two secrets, separated by a comma, both sign. POSTRIDER_EVENTS_RECIPIENTS=1 adds the recipients of messages.`,
  examples: ['https://example.org/postrider-events'],
  row: {
    meaning: 'a receiver of the events of all Organizations, and the secret that signs them (`whsec_…`)',
    sharedWith: [SECRETS],
  },
})

/** The declarations, in the order of the documents. */
export const EVENT_SETTINGS: readonly SettingGroup[] = [[URL_OF_RECEIVER, SECRETS, RECIPIENTS]]

/** Reads the receiver of all events; undefined: there is none. */
export const readEventReceiver = ({ read, complain }: SettingReader): EventReceiverSettings | undefined => {
  const url = read(URL_OF_RECEIVER)
  const known = read(SECRETS)
  const includesRecipient = read(RECIPIENTS)
  if (url !== undefined && known === undefined)
    complain(SECRETS.name, `is required with ${URL_OF_RECEIVER.name}: whsec_ and 32 bytes in base64`)
  if (url === undefined && known !== undefined)
    complain(URL_OF_RECEIVER.name, `is required with ${SECRETS.name}: the URL of your receiver`)
  return url === undefined || known === undefined ? undefined : { url, secrets: known, includesRecipient }
}
