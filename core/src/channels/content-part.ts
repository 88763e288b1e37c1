import type { ContentPart } from './kind.js'

/** A part of a content if it is present; the part `html` of every channel is HTML. */
export const partOf = (
  name: string,
  text: string | undefined,
  maxLength: number,
  oneLine = false,
): readonly ContentPart[] =>
  text === undefined
    ? []
    : [{ field: `/content/${name}`, text, maxLength, oneLine, ...(name === 'html' ? { isHtml: true } : {}) }]
