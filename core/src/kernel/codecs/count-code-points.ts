/** Returned for a text with a character that isn't allowed. */
export const NOT_ALLOWED = -1

/**
 * Counts the Unicode code points of a text. Returns `NOT_ALLOWED` if it has a lone surrogate or a control
 * character (C0 with NUL, DEL, C1). Tab, line feed and carriage return are allowed unless `oneLine` is set.
 * One loop does both because it runs over every character of every request.
 */
export const countCodePoints = (text: string, oneLine: boolean): number => {
  const units = text.length
  let count = 0
  for (let i = 0; i < units; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 ? oneLine || !isLayout(unit) : unit >= 0x7f && unit <= 0x9f) return NOT_ALLOWED
    if (unit >= 0xd800 && unit <= 0xdfff) {
      i += 1
      if (unit >= 0xdc00 || !isLowSurrogate(text, i)) return NOT_ALLOWED
    }
    count += 1
  }
  return count
}

/**
 * Counts the code points of a text that may hold every character except NUL; lone surrogates are
 * `NOT_ALLOWED` too.
 */
export const countSecretCodePoints = (text: string): number =>
  text.includes('\u0000') || /\p{Cs}/u.test(text) ? NOT_ALLOWED : [...text].length

const isLayout = (unit: number): boolean => unit === 0x09 || unit === 0x0a || unit === 0x0d

const isLowSurrogate = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}
