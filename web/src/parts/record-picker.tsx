import { useEffect, useId, useState } from 'preact/hooks'
import { shownText } from '../format/shown-text.js'
import { PART_TEXTS as t } from '../language/part-texts.js'

/**
 * A record that can be chosen: its identifier, its name, and a detail that tells it from others with the same
 * name.
 */
export interface PickedRecord {
  readonly id: string
  readonly name: string
  readonly about?: string | undefined
}

/** Finds records of a kind by name. */
export interface RecordSource {
  /** The records that match a text, at most ten. Any text is allowed, even an empty one. */
  find(text: string): Promise<readonly PickedRecord[]>
  /** The name of a stored identifier; undefined until it is known. */
  nameOf(id: string): string | undefined
}

interface PickerProps {
  /** The attributes of the input: its id, its hint and whether it is invalid. */
  readonly input: Readonly<Record<string, string | undefined>> & { readonly id: string }
  readonly source: RecordSource
  /** The chosen identifier; empty if none. */
  readonly value: string
  onChoose(id: string): void
}

const SETTLE_MS = 150

const useFound = (source: RecordSource, text: string, isOpen: boolean): readonly PickedRecord[] => {
  const [found, setFound] = useState<readonly PickedRecord[]>([])
  useEffect(() => {
    if (!isOpen) return undefined
    let isOver = false
    const timer = setTimeout(() => {
      source.find(text.trim()).then(
        (records) => !isOver && setFound(records),
        () => !isOver && setFound([]),
      )
    }, SETTLE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [source, text, isOpen])
  return found
}

interface MatchProps {
  readonly id: string
  readonly records: readonly PickedRecord[]
  readonly at: number
  onChoose(record: PickedRecord): void
}

const MatchList = ({ id, records, at, onChoose }: MatchProps) => (
  <ul id={id} role="listbox" aria-label={t.pickList} hidden={records.length === 0}>
    {records.map((record, index) => (
      <li
        key={record.id}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === at}
        // `mousedown` fires before the field loses the focus.
        onMouseDown={(event) => {
          event.preventDefault()
          onChoose(record)
        }}
      >
        {shownText(record.name)} <span class="quiet small">{record.about}</span>
      </li>
    ))}
  </ul>
)

/** A field for an identifier that people fill in by name. */
export const RecordPicker = ({ input, source, value, onChoose }: PickerProps) => {
  const listId = useId()
  const [text, setText] = useState<string>()
  const [at, setAt] = useState(0)
  const isOpen = text !== undefined
  const found = useFound(source, text ?? '', isOpen)
  const shown = text ?? (value === '' ? '' : (source.nameOf(value) ?? value))
  const choose = (record: PickedRecord | undefined): void => {
    if (record === undefined) return
    onChoose(record.id)
    setText(undefined)
  }
  const write = (written: string): void => {
    setText(written)
    setAt(0)
    if (written === '') onChoose('')
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt(Math.min(found.length - 1, at + 1)),
    ArrowUp: () => setAt(Math.max(0, at - 1)),
    Enter: () => choose(found[at]),
    Escape: () => setText(undefined),
  }
  return (
    <div class="picker">
      <input
        {...input}
        class="input"
        type="text"
        role="combobox"
        autocomplete="off"
        placeholder={t.pickHint}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && found[at] !== undefined ? `${listId}-${at}` : undefined}
        value={shown}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onBlur={() => setText(undefined)}
        onKeyDown={(event) => {
          const handler = isOpen ? keys[event.key] : undefined
          if (handler === undefined) return
          event.preventDefault()
          event.stopPropagation()
          handler()
        }}
      />
      <MatchList id={listId} records={isOpen ? found : []} at={at} onChoose={choose} />
      {isOpen && found.length === 0 && (
        <p class="small quiet" role="status">
          {t.pickNone}
        </p>
      )}
    </div>
  )
}
