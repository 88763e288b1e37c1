import { useEffect, useState } from 'preact/hooks'
import { shownText } from '../format/shown-text.js'
import { timeText } from '../format/times.js'
import { TRACE_TEXTS as t } from '../language/trace-texts.js'
import { visit } from '../state/address.js'
import { nowMs } from '../state/connection.js'

/** Asks for messages by whatever is known of one; what is asked for is in no address. */
export const SearchField = ({ asked }: { asked: string | undefined }) => {
  const [text, setText] = useState(asked ?? '')
  useEffect(() => setText(asked ?? ''), [asked])
  return (
    <form
      role="search"
      class="search"
      onSubmit={(event) => {
        event.preventDefault()
        const find = text.trim()
        visit('/messages', find === '' ? {} : { find })
      }}
    >
      <input
        class="input"
        type="search"
        aria-label={t.search}
        placeholder={t.searchHint}
        maxLength={320}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" class="button">
        {t.find}
      </button>
    </form>
  )
}

/** As what a text was taken, and how far it was looked. */
interface SearchAnswer {
  readonly takenFor: readonly string[]
  readonly searchedUntil: string | null
  readonly searchedSince: string | null
}

/** How far was looked, where it was looked for a recipient. */
const HowFar = ({ answer: { takenFor, searchedUntil, searchedSince } }: { answer: SearchAnswer }) => {
  if (!takenFor.includes('recipient')) return null
  const said = (at: string): string => timeText(Date.parse(at), nowMs.value)
  return (
    <>
      {searchedUntil === null ? t.searchedNone : t.searchedUntil(said(searchedUntil))}
      {searchedSince !== null && ` ${t.searchedSince(said(searchedSince))}`}
    </>
  )
}

interface NoteProps {
  readonly asked: string
  readonly answer: SearchAnswer
  /** What the kinds of search are called. */
  readonly kinds: Readonly<Record<string, string>>
  retry(): void
}

/** What was looked for, as what, and how to look again or to end the search. */
export const SearchNote = ({ asked, answer, kinds, retry }: NoteProps) => (
  <div class="about-search small quiet" role="status">
    <p>
      <bdi>
        {t.lookedFor(shownText(asked), answer.takenFor.map((kind) => kinds[kind] ?? kind).join(t.or))}
      </bdi>
      . <HowFar answer={answer} />
    </p>
    <div class="row">
      <button type="button" class="chip" onClick={retry}>
        {t.lookAgain}
      </button>
      <a class="chip" href="/messages" data-anew>
        {t.clearSearch}
      </a>
    </div>
  </div>
)
