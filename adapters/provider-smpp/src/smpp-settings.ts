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

/** An account at an SMSC, read and checked. */
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
  /** What recipients write besides STOP who want nothing more. */
  readonly stopWords: string | undefined
  readonly systemId: string
  readonly password: string
  /** What stands in 0x1402: a chain's hash or a telemarketer's id. */
  readonly dltChain: string | undefined
}

const LONGEST_MAP = 8_192
/** Who may change one of these without knowing the password could have it sent to an SMSC of their own. */
const ROUTE_SETTINGS = new Set(['host', 'port', 'tls', 'caPem'])
const ENQUIRE = { min: 5, max: 600, usual: 30 }

const count = (max: number, description: string) => integer({ min: 1, max, description })
const octet = (description: string) => integer({ min: 0, max: 255, description })
const word = <const W extends string>(words: readonly W[], description: string) =>
  literalUnion(words, { description })

/** What an account at an SMSC is told. */
export const SMPP_FORM = {
  title: 'SMPP',
  settings: closed(
    {
      host: hostSetting('The name or address of the SMSC.', 'smsc.example.com'),
      port: portSetting(2775),
      tls: word(WORDS.tls, 'TLS from the first byte, or none.'),
    },
    {
      caPem: caPemSetting,
      systemType: asciiSetting(12, 'What the provider calls this kind of client, where it asks for it.'),
      bind: word(WORDS.bind, 'One session that sends and receives, or one for each; without, `transceiver`.'),
      binds: count(20, 'Sessions that send, of each process; without, 1.'),
      window: count(1_000, 'Unanswered submits of a session; without, as many as calls at once.'),
      enquireSeconds: integer({
        min: ENQUIRE.min,
        max: ENQUIRE.max,
        description: 'Between two questions whether the session lives; without, 30.',
      }),
      defaultAlphabet: word(WORDS.defaultAlphabet, "The SMSC's data_coding 0; without, `gsm7`."),
      longMessages: word(WORDS.longMessages, 'Parts with a header, or the whole as payload; without, `udh`.'),
      sourceTon: octet('Type of number of senders; without, 5 of names and 1 of numbers.'),
      sourceNpi: octet('Numbering plan of senders; without, 0 of names and 1 of numbers.'),
      validity: word(WORDS.validity, 'How the end of a message is told; without, `relative`.'),
      receiptParts: word(WORDS.receiptParts, 'Which parts are reported about; without, `all`.'),
      receiptId: word(WORDS.receiptId, 'How identifiers in receipts differ from answers; without, `as-is`.'),
      statusMap: text({
        maxLength: LONGEST_MAP,
        description: 'What statuses of answers mean here, where they mean something of their own.',
        example: '0x0B=recipient_invalid,0x400=transient_failure',
      }),
      errorMap: text({
        maxLength: LONGEST_MAP,
        description: "What the `err:` of a receipt means: the provider's own codes.",
        example: '600-639=dlt_scrubbed,27=recipient_unreachable',
      }),
      stopWords: stopWordsSetting,
      dlt: word(WORDS.dlt, 'Whether Indian registrations travel as optional parameters; without, `none`.'),
    },
  ),
  secrets: closed(
    {
      systemId: asciiSetting(15, 'The name to bind with.'),
      password: asciiSetting(64, 'Its password; many SMSCs take eight characters.'),
    },
    { dltChain: asciiSetting(128, "Parameter 0x1402: the chain's hash or the telemarketer's id.") },
  ),
} as const satisfies SettingsForm

/** Whether a setting decides where the password goes, or who can read it on its way. */
export const decidesLoginRoute = (name: string): boolean => ROUTE_SETTINGS.has(name)

/** Certificates that can be read, so that no session fails by them. */
const certificatesOf = (pem: string | undefined): string | undefined => {
  try {
    if (pem !== undefined) new X509Certificate(pem).toString()
    return pem
  } catch {
    throw wrongAccount('caPem is one certificate or several, in PEM')
  }
}

const mapsOf = (statuses: string | undefined, errors: string | undefined) => {
  const statusMap = readStatusMap(statuses)
  if (statusMap === undefined)
    throw wrongAccount('statusMap is a list like 0x0B=recipient_invalid,0x400=transient_failure')
  const errorMap = readErrorMap(errors)
  if (errorMap === undefined)
    throw wrongAccount('errorMap is a list like 600-639=dlt_scrubbed,27=recipient_unreachable')
  return { statusMap, errorMap }
}

/** Reads an account's settings and secrets; throws a sentence that says what is wrong, without the secrets. */
export const readSmppSettings = (
  { settings: given, maxConcurrent }: AccountForm,
  secrets: Readonly<Record<string, string>>,
  networks: ProviderNetworks,
): SmppSettings => {
  const { settings, secrets: login } = readSettings(SMPP_FORM, { settings: given, secrets })
  const { dlt = 'none', binds = 1 } = settings
  if (login.dltChain !== undefined && dlt === 'none')
    throw wrongAccount('the secret dltChain needs the setting dlt tlv')
  const problem = networks.problemOf(settings.host, 'public')
  if (problem !== undefined) throw wrongAccount(`host ${problem}`)
  return {
    systemId: login.systemId,
    password: login.password,
    dltChain: login.dltChain,
    ...mapsOf(settings.statusMap, settings.errorMap),
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
    validity: settings.validity ?? 'relative',
    receiptParts: settings.receiptParts ?? 'all',
    receiptId: settings.receiptId ?? 'as-is',
  }
}
