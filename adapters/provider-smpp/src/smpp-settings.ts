import { X509Certificate } from 'node:crypto'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { stopWordsSetting } from '@postrider/core/messaging/domain/inbound/stop-words'
import {
  asciiSetting,
  caPemSetting,
  hostSetting,
  portSetting,
} from '@postrider/core/tenancy/domain/setting-codecs'
import { wrongAccount } from '@postrider/core/providers/use-cases/account-reader'
import { readSettings, type SettingsForm } from '@postrider/core/tenancy/domain/settings-form'
import type { AccountForm } from '@postrider/core/providers/ports/provider'
import type { ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'
import {
  type ErrorMap,
  readErrorMap,
  readStatMap,
  readStatusMap,
  type StatMap,
  type StatusMap,
} from './code-maps.js'

const WORDS = {
  tls: ['none', 'implicit'],
  bind: ['transceiver', 'pair'],
  defaultAlphabet: ['gsm7', 'latin1'],
  longMessages: ['udh', 'payload'],
  validity: ['relative', 'absolute', 'none'],
  receiptParts: ['all', 'first', 'last'],
  receiptId: ['as-is', 'hex-to-decimal', 'decimal-to-hex'],
  dlt: ['none', 'tlv'],
} as const

type Words = { readonly [Name in keyof typeof WORDS]: (typeof WORDS)[Name][number] }

/** An account at an SMSC, parsed and checked. */
export interface SmppSettings extends Words {
  readonly host: string
  readonly port: number
  /** Certificate authorities to trust instead of the usual ones. */
  readonly caPem: string | undefined
  readonly systemType: string
  /** The number of sessions that send. */
  readonly binds: number
  /** The maximum number of submits of a session without a response. */
  readonly window: number
  readonly enquireSeconds: number
  readonly sourceTon: number | undefined
  readonly sourceNpi: number | undefined
  readonly shortCodeTon: number
  readonly shortCodeNpi: number
  readonly statusMap: StatusMap
  readonly errorMap: ErrorMap
  readonly statMap: StatMap
  /** The words besides STOP with which recipients opt out. */
  readonly stopWords: string | undefined
  readonly systemId: string
  readonly password: string
  /** The value of 0x1402: a chain's hash or a telemarketer's id. */
  readonly dltChain: string | undefined
}

const LONGEST_MAP = 8_192
/** Changing one of these without knowing the password could send it to a foreign SMSC. */
const ROUTE_SETTINGS = new Set(['host', 'port', 'tls', 'caPem'])
/** An abbreviated number of the network (SMPP 3.4, 5.2.5 and 5.2.6). */
const SHORT_CODE = { ton: 3, npi: 0 }
const ENQUIRE = { min: 5, max: 600, usual: 30 }

const count = (max: number, description: string) => integer({ min: 1, max, description })
const octet = (description: string) => integer({ min: 0, max: 255, description })
const word = <const W extends string>(words: readonly W[], description: string) =>
  literalUnion(words, { description })

/** The settings of an account at an SMSC. */
export const SMPP_FORM = {
  title: 'SMPP',
  settings: closed(
    {
      host: hostSetting('Host name or IP address of the SMSC.', 'smsc.example.com'),
      port: portSetting(2775),
      tls: word(WORDS.tls, '`implicit`: TLS from the first byte. `none`: no encryption.'),
    },
    {
      caPem: caPemSetting,
      systemType: asciiSetting(12, 'The `system_type` for the bind, if the provider requires one.'),
      bind: word(WORDS.bind, 'One session for both directions, or one for each. Default: `transceiver`.'),
      binds: count(20, 'Sending sessions per process. Default: 1.'),
      window: count(1_000, 'Unanswered submits per session. Default: `maxConcurrent` divided by `binds`.'),
      enquireSeconds: integer({
        min: ENQUIRE.min,
        max: ENQUIRE.max,
        description: 'Seconds between `enquire_link` keepalives. Default: 30.',
      }),
      defaultAlphabet: word(
        WORDS.defaultAlphabet,
        'Meaning of `data_coding` 0 at the SMSC. Default: `gsm7`.',
      ),
      longMessages: word(
        WORDS.longMessages,
        'Send long texts in parts with a header, or whole as payload. Default: `udh`.',
      ),
      sourceTon: octet(
        'TON of sender IDs that it fits: 5 only names, others only numbers, 0 both. Default: 5 for names, 1 for numbers.',
      ),
      sourceNpi: octet('NPI of the same sender IDs. Default: 0 for names, 1 for numbers.'),
      shortCodeTon: octet('TON of short codes (up to six digits). Default: 3.'),
      shortCodeNpi: octet('NPI of short codes. Default: 0.'),
      validity: word(WORDS.validity, 'Format of the validity period. Default: `relative`.'),
      receiptParts: word(
        WORDS.receiptParts,
        'Parts for which the SMSC sends delivery reports. Default: `all`.',
      ),
      receiptId: word(WORDS.receiptId, 'Conversion of message IDs in delivery reports. Default: `as-is`.'),
      statusMap: text({
        maxLength: LONGEST_MAP,
        description: 'Meaning of response statuses that this provider uses in its own way.',
        example: '0x0B=recipient_invalid,0x400=transient_failure',
      }),
      errorMap: text({
        maxLength: LONGEST_MAP,
        description: "Meaning of the provider's own `err:` codes in delivery reports.",
        example: '600-639=dlt_scrubbed,27=recipient_unreachable',
      }),
      statMap: text({
        maxLength: LONGEST_MAP,
        description: "Meaning of the provider's own `stat:` words in delivery reports.",
        example: 'EXPIRE=undelivered,BLACKLST=recipient_blocked',
      }),
      stopWords: stopWordsSetting,
      dlt: word(WORDS.dlt, 'Send DLT IDs for India as optional parameters (`tlv`). Default: `none`.'),
    },
  ),
  secrets: closed(
    {
      systemId: asciiSetting(15, 'System ID for the bind.'),
      password: asciiSetting(64, 'Password for the bind. Many SMSCs allow only eight characters.'),
    },
    {
      dltChain: asciiSetting(
        128,
        'Parameter 0x1402 for India: hash of the telemarketer chain, or telemarketer ID.',
      ),
    },
  ),
} as const satisfies SettingsForm

/** Whether a setting decides where the password is sent, or who can read it on the way. */
export const decidesLoginRoute = (name: string): boolean => ROUTE_SETTINGS.has(name)

/** Readable certificates, so that no session fails because of them. */
const certificatesOf = (pem: string | undefined): string | undefined => {
  try {
    if (pem !== undefined) new X509Certificate(pem).toString()
    return pem
  } catch {
    throw wrongAccount('caPem must be one or more certificates in PEM format')
  }
}

const mapsOf = (statuses: string | undefined, errors: string | undefined, words: string | undefined) => {
  const statusMap = readStatusMap(statuses)
  if (statusMap === undefined)
    throw wrongAccount('statusMap must be a list such as 0x0B=recipient_invalid,0x400=transient_failure')
  const errorMap = readErrorMap(errors)
  if (errorMap === undefined)
    throw wrongAccount('errorMap must be a list such as 600-639=dlt_scrubbed,27=recipient_unreachable')
  const statMap = readStatMap(words)
  if (statMap === undefined)
    throw wrongAccount('statMap must be a list such as EXPIRE=undelivered,BLACKLST=recipient_blocked')
  return { statusMap, errorMap, statMap }
}

/**
 * Parses an account's settings and secrets; throws a sentence that names the problem, without the secrets.
 */
export const readSmppSettings = (
  { settings: given, maxConcurrent }: AccountForm,
  secrets: Readonly<Record<string, string>>,
  networks: ProviderNetworks,
): SmppSettings => {
  const { settings, secrets: login } = readSettings(SMPP_FORM, { settings: given, secrets })
  const { dlt = 'none', binds = 1 } = settings
  if (login.dltChain !== undefined && dlt === 'none')
    throw wrongAccount('the secret dltChain requires the setting dlt=tlv')
  const problem = networks.problemOf(settings.host, 'public')
  if (problem !== undefined) throw wrongAccount(`host ${problem}`)
  return {
    systemId: login.systemId,
    password: login.password,
    dltChain: login.dltChain,
    ...mapsOf(settings.statusMap, settings.errorMap, settings.statMap),
    host: settings.host,
    port: settings.port,
    tls: settings.tls,
    dlt,
    caPem: certificatesOf(settings.caPem),
    systemType: settings.systemType ?? '',
    bind: settings.bind ?? 'transceiver',
    binds,
    window: settings.window ?? Math.max(1, Math.floor(maxConcurrent / binds)),
    enquireSeconds: settings.enquireSeconds ?? ENQUIRE.usual,
    defaultAlphabet: settings.defaultAlphabet ?? 'gsm7',
    longMessages: settings.longMessages ?? 'udh',
    stopWords: settings.stopWords,
    sourceTon: settings.sourceTon,
    sourceNpi: settings.sourceNpi,
    shortCodeTon: settings.shortCodeTon ?? SHORT_CODE.ton,
    shortCodeNpi: settings.shortCodeNpi ?? SHORT_CODE.npi,
    validity: settings.validity ?? 'relative',
    receiptParts: settings.receiptParts ?? 'all',
    receiptId: settings.receiptId ?? 'as-is',
  }
}
