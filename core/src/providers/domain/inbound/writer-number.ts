/** Who wrote, as a provider spells a number that is whole with its country: in the form of a message's `to`; else as it is spelled. */
export const writerNumber = (spelled: string): string => {
  const digits = spelled.replace(/^(?:\+|00)/, '').replaceAll(/[\s-]/g, '')
  return /^[1-9][0-9]{9,14}$/.test(digits) ? `+${digits}` : spelled
}
