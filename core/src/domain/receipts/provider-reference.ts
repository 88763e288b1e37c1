/**
 * The form in which provider message ids are compared: providers answer a submit with one spelling and
 * report with another (docs/contract#delivery-reports: case, leading zeros, hexadecimal or decimal).
 *
 * A number in either base becomes its decimal digits: up to 32 hexadecimal digits that hold a letter or begin with
 * `0x` are read as hexadecimal, digits alone as decimal; what else they may mean is in {@link providerReferences}.
 * Other texts are lower-cased.
 */
export const providerReference = (providerMessageId: string): string => {
  const text = providerMessageId.trim().toLowerCase()
  if (/^[0-9]+$/.test(text)) return text.replace(/^0+(?=.)/, '')
  if (/^(0x)?[0-9a-f]{1,32}$/.test(text))
    return BigInt(text.startsWith('0x') ? text : `0x${text}`).toString(10)
  return text
}

/** Every reference a reported id may stand for, the likeliest first: digits alone may be hexadecimal. */
export const providerReferences = (providerMessageId: string): readonly string[] => {
  const first = providerReference(providerMessageId)
  const text = providerMessageId.trim()
  if (!/^[0-9]{1,32}$/.test(text)) return [first]
  const asHexadecimal = BigInt(`0x${text}`).toString(10)
  return asHexadecimal === first ? [first] : [first, asHexadecimal]
}
