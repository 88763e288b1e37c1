import { channelWord } from '../language/channel-words.js'

type ValueWord = (value: string) => string

const words = new Map<string, ValueWord>([
  ['channel', channelWord],
  ['channels', channelWord],
  ['allowedChannels', channelWord],
  ['kind', (kind) => kind],
])

/** Says what the values of fields are called at this site, by the names of the fields. */
export const callValues = (own: Readonly<Record<string, ValueWord>>): void => {
  for (const [field, word] of Object.entries(own)) words.set(field, word)
}

/** What a value of a field is called; undefined where it has no word of its own. */
export const valueWord = (field: string, value: string): string | undefined => words.get(field)?.(value)
