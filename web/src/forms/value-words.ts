import { channelWord } from '../language/channel-words.js'

type ValueWord = (value: string) => string

const words = new Map<string, ValueWord>([
  ['channel', channelWord],
  ['channels', channelWord],
  ['allowedChannels', channelWord],
  ['kind', (kind) => kind],
])

/** Registers the names of this site's field values, by field name. */
export const callValues = (own: Readonly<Record<string, ValueWord>>): void => {
  for (const [field, word] of Object.entries(own)) words.set(field, word)
}

/** The name of a field's value; undefined if it has none. */
export const valueWord = (field: string, value: string): string | undefined => words.get(field)?.(value)
