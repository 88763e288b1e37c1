import { X509Certificate } from 'node:crypto'
import { refuseUnknownSecrets, accountSettings } from '@postrider/core/domain/tenancy/account-settings'
import type { AccountForm } from '@postrider/core/ports/provider'
import { type ErrorMap, readErrorMap, readStatusMap, type StatusMap } from './code-maps.js'

const WORDS = {
  tls: ['none', 'implicit'],
  bind: ['transceiver', 'pair'],
  defaultAlphabet: ['gsm7', 'latin1'],
  longMessages: ['udh', 'payload'],
  validity: ['relative', 'absolute', 'none'],
  receiptParts: ['all', 'last'],
  receiptId: ['as-is', 'hex-to-decimal', 'decimal-to-hex'],
  dlt: ['none', 'tlv'],
} as const

type Words = { readonly [Name in keyof typeof WORDS]: (typeof WORDS)[Name][number] }

/** An account at a message centre, read and checked. */
export interface SmppSettings extends Words {
  readonly host: string
  readonly port: number
  /** Certificate authorities to trust instead of the known ones. */
  readonly caPem: string | undefined
  readonly systemType: string
  /** Sessions that send. */
  readonly binds: number
  /** Submits without an answer that a session may have. */
  readonly window: number
  readonly enquireSeconds: number
  readonly sourceTon: number | undefined
  readonly sourceNpi: number | undefined
  readonly statusMap: StatusMap
  readonly errorMap: ErrorMap
  readonly systemId: string
  readonly password: string
  /** What stands in 0x1402: a chain's hash or a telemarketer's id. */
  readonly dltChain: string | undefined
}

type Secrets = Readonly<Record<string, string>>

const ABOUT = 'SMPP account'
const SETTINGS = ['host', 'port', 'caPem', 'systemType', 'binds', 'window', 'enquireSeconds', 'sourceTon',
  'sourceNpi', 'statusMap', 'errorMap', ...Object.keys(WORDS)] // prettier-ignore
const SECRETS = ['systemId', 'password', 'dltChain']
/** Who may change one of these without knowing the password could have it sent to a message centre of their own. */
const ROUTE_SETTINGS = new Set(['host', 'port', 'tls', 'caPem'])
const MOST_BINDS = 20
const MOST_IN_WINDOW = 1_000
const ENQUIRE = { least: 5, most: 600, usual: 30 }
const ASCII = /^[\x20-\x7e]*$/
const LONGEST = { systemType: 12, systemId: 15, password: 64, dltChain: 128 }

const wrong = (sentence: string): Error => new Error(`${ABOUT}: ${sentence}`)

/** Whether a setting decides where the password goes, or who can read it on its way. */
export const decidesLoginRoute = (name: string): boolean => ROUTE_SETTINGS.has(name)

const asciiOf = (name: keyof typeof LONGEST, value: string): string => {
  if (ASCII.test(value) && value.length <= LONGEST[name]) return value
  throw wrong(`${name} has at most ${LONGEST[name]} characters of ASCII`)
}

const loginOf = ({ systemId = '', password = '', dltChain }: Secrets) => {
  if (systemId === '' || password === '') throw wrong('the secrets systemId and password are required')
  return {
    systemId: asciiOf('systemId', systemId),
    password: asciiOf('password', password),
    dltChain: dltChain === undefined || dltChain === '' ? undefined : asciiOf('dltChain', dltChain),
  }
}

/** Certificates that can be read, so that no session fails by them. */
const certificatesOf = (pem: string | undefined): string | undefined => {
  try {
    if (pem !== undefined) new X509Certificate(pem).toString()
    return pem
  } catch {
    throw wrong('caPem is one certificate or several, in PEM')
  }
}

const mapsOf = (statuses: string | undefined, errors: string | undefined) => {
  const statusMap = readStatusMap(statuses)
  if (statusMap === undefined)
    throw wrong('statusMap is a list like 0x0B=recipient_invalid,0x400=refused_for_now')
  const errorMap = readErrorMap(errors)
  if (errorMap === undefined)
    throw wrong('errorMap is a list like 600-639=dlt_scrubbed,27=recipient_unreachable')
  return { statusMap, errorMap }
}

/** Reads an account's settings and secrets; throws a sentence that says what is wrong, without the secrets. */
export const readSmppSettings = (
  { settings, maxConcurrent }: AccountForm,
  secrets: Secrets,
): SmppSettings => {
  const read = accountSettings(ABOUT, settings, SETTINGS)
  refuseUnknownSecrets(ABOUT, secrets, SECRETS)
  const host = read.host('host')
  const port = read.whole('port', 1, 65_535)
  if (host === undefined || port === undefined) throw wrong('host and port are required')
  const tls = read.word('tls', WORDS.tls)
  if (tls === undefined) throw wrong(`tls is one of ${WORDS.tls.join(', ')}`)
  const binds = read.whole('binds', 1, MOST_BINDS) ?? 1
  const login = loginOf(secrets)
  const dlt = read.word('dlt', WORDS.dlt) ?? 'none'
  if (login.dltChain !== undefined && dlt === 'none')
    throw wrong('the secret dltChain needs the setting dlt tlv')
  return {
    ...login,
    ...mapsOf(read.text('statusMap'), read.text('errorMap')),
    host,
    port,
    tls,
    dlt,
    caPem: certificatesOf(read.text('caPem')),
    systemType: asciiOf('systemType', read.text('systemType') ?? ''),
    bind: read.word('bind', WORDS.bind) ?? 'transceiver',
    binds,
    window: read.whole('window', 1, MOST_IN_WINDOW) ?? Math.max(1, Math.floor(maxConcurrent / binds)),
    enquireSeconds: read.whole('enquireSeconds', ENQUIRE.least, ENQUIRE.most) ?? ENQUIRE.usual,
    defaultAlphabet: read.word('defaultAlphabet', WORDS.defaultAlphabet) ?? 'gsm7',
    longMessages: read.word('longMessages', WORDS.longMessages) ?? 'udh',
    sourceTon: read.whole('sourceTon', 0, 255),
    sourceNpi: read.whole('sourceNpi', 0, 255),
    validity: read.word('validity', WORDS.validity) ?? 'relative',
    receiptParts: read.word('receiptParts', WORDS.receiptParts) ?? 'all',
    receiptId: read.word('receiptId', WORDS.receiptId) ?? 'as-is',
  }
}
