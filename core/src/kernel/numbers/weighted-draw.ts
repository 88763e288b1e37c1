const SEED = 2_166_136_261
const FACTOR = 16_777_619

/** A number above 0 and below 1 for a text: always the same, and evenly distributed (FNV-1a, mixed). */
const fractionOf = (text: string): number => {
  let hash = SEED
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FACTOR)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32 + 2 ** -33
}

/**
 * The sort key of a choice in a weighted draw: the choice with the lowest key comes first for its share of all
 * texts. `text` names who draws and the choice. If another choice is added or removed, the keys of the others
 * stay the same.
 */
export const weightedDraw = (text: string, weight: number): number => -Math.log(fractionOf(text)) / weight
