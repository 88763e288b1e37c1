import { useEffect, useState } from 'preact/hooks'
import { MESSAGES_TEXTS as t } from '../../language/messages-texts.js'
import { visit } from '../../../state/address.js'

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
