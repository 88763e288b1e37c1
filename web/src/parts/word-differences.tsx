import { plainWords, shownText } from '../format/shown-text.js'
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

/** One of two texts, with what the other lacks marked: as gone, or as new. */
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

/** All that a content says, part after part: its text, and what its channel has beside it. */
export const saidIn = (content: { readonly text: string }): string => {
  const { text, ...others } = content as { text: string } & Readonly<Record<string, unknown>>
  const parts = Object.entries(others).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${plainWords(name)}: ${value}`] : [],
  )
  return [text, ...parts].join('\n\n')
}
