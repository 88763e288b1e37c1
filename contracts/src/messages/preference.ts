import { broken } from '@postrider/core/kernel/codecs/fault'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { idempotencyKey } from './idempotency-key.js'

/**
 * One preference of a Prefer header: its name in lower case, its value without quotes; parameters are
 * ignored.
 */
interface Preference {
  readonly name: string
  readonly value: string
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const QUOTED = '(?:[^"\\\\]|\\\\.)*'
const WORD = `(?:(?<token>${TOKEN})|"(?<quoted>${QUOTED})")`
const PARAMETER = `(?:${TOKEN}[ \\t]*(?:=[ \\t]*(?:(?:${TOKEN}|"${QUOTED}")[ \\t]*)?)?)?`

// Each space can be matched in only one place, so that no header makes this slow.
const PREFERENCE = new RegExp(
  `[ \\t]*(?:(?<name>${TOKEN})[ \\t]*(?:=[ \\t]*(?:${WORD}[ \\t]*)?)?(?:;[ \\t]*${PARAMETER})*)?(?:,|$)`,
  'y',
)

/** The preferences of a header in their order (RFC 7240 2); undefined if it isn't a list of preferences. */
const preferencesIn = (header: string): readonly Preference[] | undefined => {
  const read: Preference[] = []
  PREFERENCE.lastIndex = 0
  while (PREFERENCE.lastIndex < header.length) {
    const { name, token, quoted } = PREFERENCE.exec(header)?.groups ?? NO_GROUPS
    if (PREFERENCE.lastIndex === 0) return undefined
    if (name !== undefined)
      read.push({ name: name.toLowerCase(), value: token ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? '' })
  }
  return read
}

const NO_GROUPS: Readonly<Record<string, string | undefined>> = {}

const handlingsIn = (header: string): readonly string[] =>
  (preferencesIn(header) ?? [])
    .filter(({ name }) => name === 'handling')
    .map(({ value }) => value.toLowerCase())

/** Whether a Prefer header requests a dry run; other preferences are ignored. */
export const asksForDryRun = (prefer: string): boolean => handlingsIn(prefer).includes('dry-run')

const noList = broken('format', 'The value must be a list of preferences (RFC 7240).')
const contradiction = broken('not_allowed', 'A dry run cannot be combined with another handling.')

/** The values of RFC 7240 4.4; a send is handled the same with either. */
const IGNORED = ['strict', 'lenient']

/**
 * A client that misspells a dry run, or requests one where there is none, must not send
 * (`docs/decisions/0032`). So unknown values of `handling` are refused.
 */
const preference = (known: readonly string[], description: string) => {
  const unknown = broken('not_allowed', `handling must be one of: ${known.join(', ')}.`)
  return text({
    maxLength: 1024,
    oneLine: true,
    description,
    example: `handling=${known[0] ?? ''}`,
    refuses: (header) => {
      if (preferencesIn(header) === undefined) return noList
      const handlings = handlingsIn(header)
      if (handlings.some((handling) => !known.includes(handling))) return unknown
      return handlings.includes('dry-run') && new Set(handlings).size > 1 ? contradiction : undefined
    },
  })
}

/** The headers of POST /v1/messages: a key, unless nothing is to be sent (docs/api/sending#dry-run). */
export const messageHeaders = closed(
  {},
  {
    'Idempotency-Key': idempotencyKey,
    Prefer: preference(
      ['dry-run', ...IGNORED],
      '`handling=dry-run` checks the request and shows the result without sending. `strict` and `lenient` are ignored; other `handling` values are refused. Default: the message is sent.',
    ),
  },
  {
    requiredUnless: {
      field: 'Idempotency-Key',
      property: 'Prefer',
      is: asksForDryRun,
      exception: 'Required unless the request is a dry run (`Prefer: handling=dry-run`).',
    },
  },
)

/** The headers of a send without a dry run. */
export const sendHeaders = closed(
  { 'Idempotency-Key': idempotencyKey },
  {
    Prefer: preference(
      IGNORED,
      '`handling=strict` and `handling=lenient` are ignored. Other values are refused, also `dry-run`: this operation has no dry run.',
    ),
  },
)
