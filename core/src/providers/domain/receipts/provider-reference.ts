/**
 * The form in which provider message ids are compared: providers spell an id in their answer and in their reports with other
 * letters' cases and with more or fewer leading zeros (docs/contract#delivery-reports).
 *
 * Nothing else is taken for the same: the digits of one base are another message's in the other one. An adapter whose
 * provider reports in another base than it answers in hands reports over in the base of the answers.
 */
export const providerReference = (providerMessageId: string): string => {
  const text = providerMessageId.trim().toLowerCase()
  return /^[0-9a-f]+$/.test(text) ? text.replace(/^0+(?=.)/, '') : text
}
