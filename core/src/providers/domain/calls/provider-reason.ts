/**
 * A provider's own code and words for a failure. Its sender may read both, so they contain no secret, no
 * recipient and no content of the message (docs/api/sending#provider-reason).
 */
export interface ProviderReason {
  /** As the provider's documentation writes it, for example `30007`, `131049` or `550 5.7.1`. */
  readonly code: string
  readonly text?: string
}

const LONGEST_CODE = 64
const LONGEST_TEXT = 200
/** How many characters of a hidden text are compared: a provider that repeats a text may truncate it. */
const BEGINNING = 12
/** Shorter texts occur in many sentences by coincidence. */
const SHORTEST_HIDDEN = 4

const CODE = /^[A-Za-z0-9][A-Za-z0-9 ._:-]*$/
const ADDRESS = /[^\s<>()"',;:]+@[^\s<>()"',;:]+/gu
/** A phone number, an OTP or an identifier: four digits or more, with the separators of phone numbers. */
const NUMBER = /\+?\p{Nd}(?:[ ()-]?\p{Nd}){3,}/gu
const MASK = '…'

/** The provider's words without addresses and long numbers; undefined if they contain a hidden text. */
const safeText = (text: string, hidden: readonly string[]): string | undefined => {
  const repeats = hidden.some(
    (one) => one.length >= SHORTEST_HIDDEN && text.includes(one.slice(0, BEGINNING)),
  )
  if (repeats) return undefined
  const line = text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(ADDRESS, MASK)
    .replaceAll(NUMBER, MASK)
    .trim()
  const points = [...line]
  return points.length > LONGEST_TEXT ? `${points.slice(0, LONGEST_TEXT - 1).join('')}${MASK}` : line
}

/**
 * The reason from what a provider returned. Undefined without a usable code. The text is left out if it
 * contains one of the `hidden` texts, such as the content of the message or a secret; email addresses and
 * numbers of four digits or more are masked.
 */
export const providerReason = (
  code: string | number | undefined,
  text?: string,
  hidden: readonly string[] = [],
): ProviderReason | undefined => {
  const named = code === undefined ? '' : String(code).trim()
  if (named.length > LONGEST_CODE || !CODE.test(named)) return undefined
  const safe = text === undefined ? undefined : safeText(text, hidden)
  return safe === undefined || safe === '' || safe === named ? { code: named } : { code: named, text: safe }
}

/** A detail of ours, with the provider's words if there are any. */
export const detailWith = (detail: string, reason: ProviderReason | undefined): string =>
  reason?.text === undefined ? detail : `${detail}: ${reason.text}`
