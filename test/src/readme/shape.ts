const withoutSpaces = (text: string): string => text.replaceAll(/\s+/g, '')

/**
 * Whether an output has everything of an expected shape in README, in order. `…` and a line break match
 * anything, and spaces match nothing.
 */
export const hasShape = (output: string, shape: string): boolean => {
  const text = withoutSpaces(output)
  let at = 0
  for (const part of shape.split(/…|\n/).map(withoutSpaces)) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return true
}
