/** Characters that people and keyboards put between digits: spaces, line breaks, invisible ones, dashes. */
const BETWEEN = /[\p{Z}\p{Cc}\p{Cf}\p{Pd}\u2212]/gu
const DIGIT = /^\p{Nd}$/u

/** The longest code as it may be typed, with everything between its digits. */
export const LONGEST_TYPED_CODE = 64

const isDigit = (point: number): boolean => DIGIT.test(String.fromCodePoint(point))

/** The value of a decimal digit of any script: Unicode has them in runs of ten, from zero to nine. */
const valueOf = (digit: string): string => {
  const point = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && isDigit(point - value - 1)) value += 1
  return String(value)
}

/**
 * The digits of a code as a person typed or pasted it: without spaces, line breaks and dashes, and with the
 * digits of any script as ASCII digits (docs/api/otp#otp-verification). Undefined if anything else is in it,
 * or if it doesn't have 4 to 10 digits.
 */
export const typedCode = (typed: string): string | undefined => {
  const characters = [...typed.normalize('NFKC').replaceAll(BETWEEN, '')]
  if (characters.length < 4 || characters.length > 10) return undefined
  return characters.every((one) => DIGIT.test(one)) ? characters.map(valueOf).join('') : undefined
}
