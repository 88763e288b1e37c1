import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { PART_TEXTS as t } from '../language/part-texts.js'
import { address, pathParts, setFilters } from '../state/address.js'
import { FormFieldBox } from './form-field.js'
import { Icon } from './icons.js'
import { ModalDialog } from './modal-dialog.js'

type FilterValues = Readonly<Record<string, string>>

/** Filters that a person has saved in this browser, by list and name. */
type SavedFilters = Readonly<Record<string, Readonly<Record<string, FilterValues>>>>

const KEY = 'postrider.saved-filters'
const MOST_LETTERS = 40
/** Time ranges are not saved, because an old one would find nothing new. */
const PASSING = new Set(['from', 'to'])

const stored = (): SavedFilters => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as SavedFilters
  } catch {
    return {}
  }
}

const saved = signal(stored())

const keep = (list: string, filters: Readonly<Record<string, FilterValues>>): void => {
  saved.value = { ...saved.value, [list]: filters }
  localStorage.setItem(KEY, JSON.stringify(saved.value))
}

const isSame = (one: FilterValues, other: FilterValues): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

const NameDialog = ({ onSave, onClose }: { onSave(name: string): void; onClose(): void }) => {
  const [name, setName] = useState('')
  return (
    <ModalDialog title={t.saveFilters} lead={t.saveFiltersLead} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') onSave(name.trim())
        }}
      >
        <div class="in">
          <FormFieldBox id="filters-name" label={t.filtersName}>
            <input
              class="input"
              id="filters-name"
              required
              maxLength={MOST_LETTERS}
              autocomplete="off"
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          </FormFieldBox>
        </div>
        <footer>
          <button type="button" class="button" onClick={onClose}>
            {t.close}
          </button>
          <button type="submit" class="button main">
            {t.saveFiltersDo}
          </button>
        </footer>
      </form>
    </ModalDialog>
  )
}

/** The saved filters of a list as buttons, and a button that saves the active ones. */
export const SavedFilterChips = ({ names }: { names: readonly string[] }) => {
  const [isNaming, setNaming] = useState(false)
  const list = `${pathParts.value[0] ?? ''} ${names.join(' ')}`
  const own = saved.value[list] ?? {}
  const on: FilterValues = Object.fromEntries(
    Object.entries(address.value.filters).filter(([name]) => names.includes(name) && !PASSING.has(name)),
  )
  const isSaved = Object.values(own).some((filters) => isSame(filters, on))
  return (
    <>
      {Object.entries(own).map(([name, filters]) => {
        const isOn = isSame(filters, on)
        return (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={isOn}
            onClick={() =>
              isOn
                ? keep(list, Object.fromEntries(Object.entries(own).filter(([one]) => one !== name)))
                : setFilters({ ...Object.fromEntries(names.map((one) => [one, undefined])), ...filters })
            }
          >
            <b>{name}</b>
            {isOn && (
              <>
                <Icon name="close" />
                <span class="hidden">{t.forgetFilters}</span>
              </>
            )}
          </button>
        )
      })}
      {Object.keys(on).length > 0 && !isSaved && (
        <button type="button" class="chip add" onClick={() => setNaming(true)}>
          {t.saveFilters}
        </button>
      )}
      {isNaming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onSave={(name) => {
            keep(list, { ...own, [name]: on })
            setNaming(false)
          }}
        />
      )}
    </>
  )
}
