import { capitalized, plainWords } from './shown-text.js'

/**
 * A part of a content as lines for a comparison; the parts inside it follow under their own names, counted
 * from 1.
 */
export const partLines = (name: string, part: unknown): readonly string[] => {
  if (typeof part === 'string') return [`${capitalized(plainWords(name))}: ${part}`]
  if (Array.isArray(part))
    return part.flatMap((one, at) => partLines(`${name.replace(/s$/, '')} ${at + 1}`, one))
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([inner, one]) => partLines(`${name} ${inner}`, one))
}
