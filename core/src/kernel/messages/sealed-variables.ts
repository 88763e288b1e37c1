import type { MessageId } from '../ids/id.js'

/** Where a message's secret values are sealed for; see the port KeyRing. */
export const sealedVariablesContext = (messageId: MessageId): string =>
  `messages|${messageId}|sealed_variables`

/** What stands in the place of a code of so many digits: as many asterisks, so that lengths and segments are the same. */
export const maskOf = (digits: number): string => '*'.repeat(digits)

/** Whether a variable's value is such a mask. */
export const isMask = (value: string): boolean => /^\*+$/.test(value)

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const isTextRecord = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === 'string')

/**
 * Reads what was sealed as a JSON object of texts. Undefined where it is anything else: the parser's own words are
 * lost on purpose, since they would repeat the secret.
 */
export const parseUnsealed = (json: string): Readonly<Record<string, string>> | undefined => {
  const value = parse(json)
  return isTextRecord(value) ? value : undefined
}
