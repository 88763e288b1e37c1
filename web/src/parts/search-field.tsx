import { useEffect, useState } from 'preact/hooks'
import { shownText } from '../format/shown-text.js'
import { SEARCH_TEXTS as t } from '../language/search-texts.js'
import { visit } from '../state/address.js'

interface FieldProps {
  /** The search text; undefined if there is none. */
  readonly searchText: string | undefined
  /** The screen that shows the results. */
  readonly path: string
  readonly label: string
  readonly hint: string
  readonly least: number
  readonly most: number
  /** The problem of a text that can't be searched for, as a sentence. */
  readonly problemOf?: (text: string) => string | undefined
}

/** A search field. The text is kept in the history state and not in the address. */
export const SearchField = ({ searchText, path, label, hint, least, most, problemOf }: FieldProps) => {
  const [text, setText] = useState(searchText ?? '')
  const [problem, setProblem] = useState<string>()
  useEffect(() => setText(searchText ?? ''), [searchText])
  return (
    <form
      role="search"
      class="search"
      onSubmit={(event) => {
        event.preventDefault()
        const find = text.trim()
        const found = find === '' ? undefined : problemOf?.(find)
        setProblem(found)
        if (found !== undefined) return
        visit(path, find === '' ? {} : { find })
      }}
    >
      <input
        class="input"
        type="search"
        aria-label={label}
        placeholder={hint}
        minLength={least}
        maxLength={most}
        autocomplete="off"
        value={text}
        aria-invalid={problem === undefined ? undefined : 'true'}
        aria-describedby={problem === undefined ? undefined : 'search-about'}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setProblem(undefined)
        }}
      />
      <button type="submit" class="button">
        {t.find}
      </button>
      {problem !== undefined && (
        <p id="search-about" class="search-problem small" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

interface TicketNoteProps {
  readonly searchText: string
  /** Undefined before the first result. */
  readonly isIndexed: boolean | undefined
  retry(): void
}

/** Explains which tickets are listed and what may be missing, with buttons that repeat and end the search. */
export const TicketSearchNote = ({ searchText, isIndexed, retry }: TicketNoteProps) => (
  <div class="about-search small quiet" role="status">
    <p>
      <bdi>{t.ticketsWith(shownText(searchText))}</bdi> {isIndexed === false && t.notIndexed}
    </p>
    <div class="row">
      <button type="button" class="chip" onClick={retry}>
        {t.again}
      </button>
      <a class="chip" href="/support" data-anew>
        {t.clear}
      </a>
    </div>
  </div>
)

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** The problem of a text without a word that the ticket search can find. */
const wordMissing = (text: string): string | undefined => {
  const isWord = ({ segment, isWordLike }: Intl.SegmentData): boolean =>
    isWordLike === true && [...segment].length >= 2
  return [...segmenter.segment(text)].some(isWord) ? undefined : t.wordMissing
}

/** Searches the tickets of the support screen. */
export const TicketSearchField = ({ searchText, hint }: { searchText: string | undefined; hint: string }) => (
  <SearchField
    searchText={searchText}
    path="/support"
    label={t.tickets}
    hint={hint}
    least={2}
    most={200}
    problemOf={wordMissing}
  />
)
