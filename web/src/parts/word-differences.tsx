import { partLines } from '../format/part-lines.js'
import { shownText } from '../format/shown-text.js'
import type { WordSlice } from '../format/words.js'

const PLACEHOLDER = /(\{\{\w+\}\})/

/** A text with its placeholders marked. */
export const MarkedText = ({ text }: { text: string }) => (
  <>
    {shownText(text)
      .split(PLACEHOLDER)
      .map((part, at) =>
        PLACEHOLDER.test(part) ? (
          <span key={`${at} ${part}`} class="var">
            {part}
          </span>
        ) : (
          part
        ),
      )}
  </>
)

/** One side of a comparison. The words that the other side lacks are marked as removed or added. */
export const WordSlices = ({ slices, isAfter }: { slices: readonly WordSlice[]; isAfter: boolean }) => (
  <div class="in text" dir="auto">
    {slices.map(({ text, isShared }, at) => {
      const key = `${at} ${text}`
      if (isShared) return <MarkedText key={key} text={text} />
      return isAfter ? (
        <ins key={key}>
          <MarkedText text={text} />
        </ins>
      ) : (
        <del key={key}>
          <MarkedText text={text} />
        </del>
      )
    })}
  </div>
)

/** The parts that come before the text. */
const FIRST_PARTS: readonly string[] = ['subject', 'header', 'media', 'location']

/** All parts of a content except its HTML as one text, in reading order. */
export const contentText = (content: { readonly text: string; readonly html?: string }): string => {
  const { text, html: _html, ...others } = content as { text: string } & Readonly<Record<string, unknown>>
  const part = (name: string): readonly string[] => partLines(name, others[name])
  const after = Object.keys(others).filter((name) => !FIRST_PARTS.includes(name))
  return [...FIRST_PARTS.flatMap(part), text, ...after.flatMap(part)].join('\n\n')
}
