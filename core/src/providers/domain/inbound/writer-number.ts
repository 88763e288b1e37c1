/**
 * Converts a writer's number with its country code into the form of a message's `to`; any other text is
 * returned unchanged.
 */
export const writerNumber = (spelled: string): string => {
  const digits = spelled.replace(/^(?:\+|00)/, '').replaceAll(/[\s-]/g, '')
  return /^[1-9][0-9]{9,14}$/.test(digits) ? `+${digits}` : spelled
}
