/** Zero-width joiners between letters, marks or pictures, where languages and emoji need them. */
const JOINERS =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}])/gu

/** Format characters: they show nothing, hide what follows or turn its direction. */
const FORMAT = /\p{Cf}/u

/**
 * Whether people can read a name and tell it from others: it has a letter, a digit or an emoji, and no format character
 * besides joiners where writing needs them (docs/contract#text).
 */
export const isReadableName = (name: string): boolean =>
  /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(name) &&
  !FORMAT.test(name.replace(JOINERS, ''))

/** The name with a space for each format character, except joiners where writing needs them. */
export const withoutFormat = (name: string): string => {
  const kept = new Set<number>()
  for (const { index } of name.matchAll(JOINERS)) kept.add(index)
  return name.replace(/\p{Cf}/gu, (found, at: number) => (kept.has(at) ? found : ' '))
}
