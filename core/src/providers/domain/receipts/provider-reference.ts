/**
 * Normalizes a provider message id for comparison. Providers write an id in their response and in their
 * reports with different letter case and leading zeros (docs/api/delivery#delivery-reports). Other
 * differences aren't ignored: the same digits in another base would be another message's id. An adapter whose
 * provider uses another base in reports than in responses must convert reports to the base of the responses.
 */
export const providerReference = (providerMessageId: string): string => {
  const text = providerMessageId.trim().toLowerCase()
  return /^[0-9a-f]+$/.test(text) ? text.replace(/^0+(?=.)/, '') : text
}
