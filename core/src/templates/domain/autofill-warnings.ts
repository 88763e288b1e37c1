import { CHANNELS } from '../../channels/channels.js'
import { readingOf } from '../../channels/own-records.js'
import type { DraftBody } from './draft.js'
import { sampleDraft } from './sample-draft.js'

/** A warning that a phone or a browser won't read the code out of a text. */
export interface AutofillWarning {
  readonly code:
    'autofill_line_not_last' | 'autofill_line_malformed' | 'app_hash_malformed' | 'autofill_too_long'
  readonly message: string
}

/** The line of the WebOTP API and of iOS: the domain, and the code after a hash sign. */
const DOMAIN_LINE = /^@(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]* #\S+(?: @(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*)?$/i
const STARTS_LIKE_IT = /^@[a-z0-9-]+\.[a-z0-9.-]+/i

/** Android's SMS Retriever: the marker of old versions, and the hash of the app at the end. */
const MARKER = '<#>'
const HASH_LENGTH = 11
const HASH = /^[A-Za-z0-9+/]{11}$/
/** A last word that is meant as a hash: it looks like base64 and not like a word. */
const LIKE_HASH = /^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9+/])[A-Za-z0-9+/=]{8,16}$/
const MOST_OCTETS = 140

const octetsOf = (text: string): number =>
  [...text].reduce((sum, one) => {
    const point = one.codePointAt(0) ?? 0
    return sum + (point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4)
  }, 0)

const linesOf = (text: string): readonly string[] => text.trimEnd().split(/\r?\n/)

const domainWarnings = (lines: readonly string[]): readonly AutofillWarning[] => {
  const at = lines.findLastIndex((line) => STARTS_LIKE_IT.test(line.trim()))
  if (at === -1) return []
  if (at < lines.length - 1)
    return [
      {
        code: 'autofill_line_not_last',
        message: 'Browsers fill in the code only if the line with `@` and the domain is the last line.',
      },
    ]
  return DOMAIN_LINE.test(lines[at] ?? '')
    ? []
    : [
        {
          code: 'autofill_line_malformed',
          message: 'Browsers fill in the code only if the last line is written as `@example.com #{{code}}`.',
        },
      ]
}

const lastWordOf = (text: string): string => text.trimEnd().split(/\s+/).at(-1) ?? ''

/** Whether the text is meant for Android's SMS Retriever. */
const isForRetriever = (text: string): boolean => text.startsWith(MARKER) || LIKE_HASH.test(lastWordOf(text))

const hashWarnings = (text: string): readonly AutofillWarning[] =>
  !isForRetriever(text) || HASH.test(lastWordOf(text))
    ? []
    : [
        {
          code: 'app_hash_malformed',
          message: `Android passes the text to your app only if it ends with the app’s hash of ${HASH_LENGTH} characters.`,
        },
      ]

const isForAutofill = (text: string, lines: readonly string[]): boolean =>
  isForRetriever(text) || STARTS_LIKE_IT.test(lines.at(-1) ?? '')

/**
 * Warnings about an SMS with an OTP that is meant to be filled in automatically, by a browser or an Android
 * app (docs/api/templates#autofill-of-codes). They prevent nothing. Its length is that with the examples.
 */
export const autofillWarnings = ({
  category,
  content,
  language,
  variables,
}: Pick<DraftBody, 'category' | 'content' | 'language' | 'variables'>): readonly AutofillWarning[] => {
  if (category !== 'otp' || CHANNELS[content.channel].codesAreFilledIn !== true) return []
  const lines = linesOf(content.text)
  const sent = readingOf(sampleDraft(content, language, variables).example.rendered).text
  const tooLong: readonly AutofillWarning[] =
    isForAutofill(content.text, lines) && octetsOf(sent) > MOST_OCTETS
      ? [
          {
            code: 'autofill_too_long',
            message: `Phones fill in the code only if the text has at most ${MOST_OCTETS} octets; with the examples it has ${octetsOf(sent)}.`,
          },
        ]
      : []
  return [...domainWarnings(lines), ...hashWarnings(content.text), ...tooLong]
}
