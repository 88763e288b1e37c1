import type { ContentPart } from './kind.js'

/** A part of a content, where it is there. */
export const partOf = (
  name: string,
  text: string | undefined,
  maxLength: number,
  oneLine = false,
): readonly ContentPart[] =>
  text === undefined ? [] : [{ field: `/content/${name}`, text, maxLength, oneLine }]
