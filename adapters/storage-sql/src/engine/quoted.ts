/** Words of our own as SQL literals, separated by commas; never for values from outside. */
export const quoted = (words: readonly string[]): string => {
  const odd = words.find((word) => !/^[A-Za-z_]+$/.test(word))
  if (odd !== undefined) throw new Error(`${odd} is no word of ours`)
  return words.map((word) => `'${word}'`).join(', ')
}
