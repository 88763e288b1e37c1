import type { MessageId } from '../ids/id.js'

/** The place that a message's secret values are sealed for; see the port KeyRing. */
export const sealedVariablesContext = (messageId: MessageId): string =>
  `messages|${messageId}|sealed_variables`

/**
 * The mask of a code with this many digits: the same number of asterisks, so that lengths and segments don't
 * change.
 */
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
 * Parses unsealed text as a JSON object of strings. Returns undefined for anything else. The parser's message
 * is discarded on purpose, because it would repeat the secret.
 */
export const parseUnsealed = (json: string): Readonly<Record<string, string>> | undefined => {
  const value = parse(json)
  return isTextRecord(value) ? value : undefined
}
