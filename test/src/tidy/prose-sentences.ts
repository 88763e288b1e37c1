import { wordCount } from './prose-marks.js'

/** How the texts of a surface are laid out: wrapped paragraphs, or one text in each line. */
export type TextLayout = 'wrapped' | 'lines'

/** The number of words above which a sentence counts as long. */
export const LONG_SENTENCE = 30

const PARAGRAPH_END = /\n\s*\n|\n(?=\s*(?:[-*+|#>]\s|\d+\.\s|@\w))|\||^-{3,}$/m

const SENTENCE_END = /(?<=[.!?][)\]"'’”*_]?)\s+(?=[^a-wyz])/

/** The sentences of a text. List items, table cells and headings end one too. */
export const sentencesOf = (text: string, layout: TextLayout): readonly string[] =>
  text
    .split(layout === 'lines' ? '\n' : PARAGRAPH_END)
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim().split(SENTENCE_END))
    .filter((sentence) => wordCount(sentence) > 0)

/** The sentences of more than `LONG_SENTENCE` words. */
export const longSentences = (text: string, layout: TextLayout): readonly string[] =>
  sentencesOf(text, layout).filter((sentence) => wordCount(sentence) > LONG_SENTENCE)
