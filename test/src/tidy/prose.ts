import { longSentences, sentencesOf } from './prose-sentences.js'
import { type MarkedPlace, markedPlaces, wordCount } from './prose-marks.js'
import type { ProseSurface } from './prose-surfaces.js'
import { synonymPlaces, type SynonymPlace } from './prose-synonyms.js'

/** The counts of a surface, each share with one decimal. */
export interface ProseCount {
  readonly words: number
  /** Marks per 1,000 words. */
  readonly marks: number
  /** Long sentences in 100 sentences. */
  readonly long: number
  /** Second names of something, per 1,000 words. */
  readonly synonyms: number
}

type OnSurface<Place> = Place & { readonly path: string }

/** Every marked place of a surface. */
export const placesOf = ({ texts }: ProseSurface): readonly OnSurface<MarkedPlace>[] =>
  texts().flatMap(({ path, text }) => markedPlaces(text).map((place) => ({ ...place, path })))

/** Every place of a surface that has a second name of something. */
export const synonymsOf = ({ texts, synonyms }: ProseSurface): readonly OnSurface<SynonymPlace>[] =>
  texts().flatMap(({ path, text }) => synonymPlaces(text, synonyms).map((place) => ({ ...place, path })))

/** Every long sentence of a surface. */
export const longSentencesOf = ({
  texts,
  layout,
}: ProseSurface): readonly OnSurface<{ readonly sentence: string }>[] =>
  texts().flatMap(({ path, text }) => longSentences(text, layout).map((sentence) => ({ sentence, path })))

const share = (part: number, whole: number, of: number): number =>
  whole === 0 ? 0 : Math.round((part * of * 10) / whole) / 10

/** Counts words, marks, sentences and synonyms of a surface. */
export const countProse = ({ texts, layout, synonyms }: ProseSurface): ProseCount => {
  const all = texts().map(({ text }) => text)
  const sum = (count: (text: string) => number): number => all.reduce((so, text) => so + count(text), 0)
  const words = sum(wordCount)
  const sentences = sum((text) => sentencesOf(text, layout).length)
  return {
    words,
    marks: share(
      sum((text) => markedPlaces(text).length),
      words,
      1000,
    ),
    long: share(
      sum((text) => longSentences(text, layout).length),
      sentences,
      100,
    ),
    synonyms: share(
      sum((text) => synonymPlaces(text, synonyms).length),
      words,
      1000,
    ),
  }
}
