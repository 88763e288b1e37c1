/** Zero-width joiners between letters, marks or pictures, where scripts and emoji need them. */
const JOINERS =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}])/gu

/** Format characters: they are invisible, hide the text after them or change its direction. */
const FORMAT = /\p{Cf}/u

/**
 * Whether people can read a name and distinguish it from others. It must have a letter, digit or emoji, and
 * no format characters except joiners that the script needs (docs/api/conventions#text).
 */
export const isReadableName = (name: string): boolean =>
  /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(name) &&
  !FORMAT.test(name.replace(JOINERS, ''))

/** Replaces each format character in a name with a space, except joiners that the script needs. */
export const withoutFormat = (name: string): string => {
  const kept = new Set<number>()
  for (const { index } of name.matchAll(JOINERS)) kept.add(index)
  return name.replace(/\p{Cf}/gu, (found, at: number) => (kept.has(at) ? found : ' '))
}
