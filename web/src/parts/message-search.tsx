import { shownText } from '../format/shown-text.js'
import { timeText } from '../format/times.js'
import { SEARCH_TEXTS } from '../language/search-texts.js'
import { TRACE_TEXTS as t } from '../language/trace-texts.js'
import { nowMs } from '../state/connection.js'
import { SearchField } from './search-field.js'

/** Searches messages by an identifier, a reference, a recipient or other known data. */
export const MessageSearchField = ({ searchText }: { searchText: string | undefined }) => (
  <SearchField
    searchText={searchText}
    path="/messages"
    label={t.search}
    hint={t.searchHint}
    least={1}
    most={320}
  />
)

/** How the search text was interpreted, and the searched time range. */
interface SearchAnswer {
  readonly takenFor: readonly string[]
  readonly searchedUntil: string | null
  readonly searchedSince: string | null
}

/** The searched time range of a search for a recipient. */
const HowFar = ({ answer: { takenFor, searchedUntil, searchedSince } }: { answer: SearchAnswer }) => {
  if (!takenFor.includes('recipient')) return null
  const timeOf = (at: string): string => timeText(Date.parse(at), nowMs.value)
  return (
    <>
      {searchedUntil === null ? t.searchedNone : t.searchedUntil(timeOf(searchedUntil))}
      {searchedSince !== null && ` ${t.searchedSince(timeOf(searchedSince))}`}
    </>
  )
}

interface NoteProps {
  readonly searchText: string
  readonly answer: SearchAnswer
  /** The names of the kinds of search. */
  readonly kinds: Readonly<Record<string, string>>
  retry(): void
}

/** The search text, how it was interpreted, and buttons that repeat or end the search. */
export const SearchNote = ({ searchText, answer, kinds, retry }: NoteProps) => (
  <div class="about-search small quiet" role="status">
    <p>
      <bdi>
        {t.lookedFor(shownText(searchText), answer.takenFor.map((kind) => kinds[kind] ?? kind).join(t.or))}
      </bdi>
      . <HowFar answer={answer} />
    </p>
    <div class="row">
      <button type="button" class="chip" onClick={retry}>
        {SEARCH_TEXTS.again}
      </button>
      <a class="chip" href="/messages" data-anew>
        {SEARCH_TEXTS.clear}
      </a>
    </div>
  </div>
)
