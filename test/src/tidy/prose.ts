import { type MarkedPlace, markedPlaces, wordCount } from './prose-marks.js'
import type { ProseSurface } from './prose-surfaces.js'

/** The counts of a surface. */
export interface ProseCount {
  readonly words: number
  readonly marks: number
  /** Marks per 1,000 words, with one decimal. */
  readonly perThousand: number
}

/** A marked place of a surface. */
export interface SurfacePlace extends MarkedPlace {
  readonly path: string
}

/** Every marked place of a surface. */
export const placesOf = ({ texts }: ProseSurface): readonly SurfacePlace[] =>
  texts().flatMap(({ path, text }) => markedPlaces(text).map((place) => ({ ...place, path })))

/** Counts words and marks of a surface. */
export const countProse = (surface: ProseSurface): ProseCount => {
  let words = 0
  let marks = 0
  for (const { text } of surface.texts()) {
    words += wordCount(text)
    marks += markedPlaces(text).length
  }
  return { words, marks, perThousand: words === 0 ? 0 : Math.round((marks * 10_000) / words) / 10 }
}
