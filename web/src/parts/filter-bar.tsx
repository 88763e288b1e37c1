import { useState } from 'preact/hooks'
import { PART_TEXTS as t } from '../language/part-texts.js'
import { fieldMoment } from '../format/instants.js'
import { address, setFilters } from '../state/address.js'
import { useKey } from '../state/use-key.js'
import { FormFieldBox } from './form-field.js'
import { Icon } from './icons.js'
import { ModalDialog } from './modal-dialog.js'
import { RecordPicker, type RecordSource } from './record-picker.js'
import { SavedFilterChips } from './saved-filters.js'

/** A filter of a list: its name in the address, its label and its values. */
export interface FilterOption {
  readonly name: string
  readonly label: string
  /** If absent, any text is allowed. */
  readonly values?: readonly string[]
  readonly type?: 'text' | 'datetime-local'
  /** The records to choose from by name. */
  readonly source?: RecordSource
  /** The value that applies if none is chosen; if absent, any. */
  usual?(): string
  wordOf?(value: string): string
}

interface InputProps {
  readonly name: string
  readonly type: 'text' | 'datetime-local'
  readonly value: string
  readonly source: RecordSource | undefined
  onWrite(value: string): void
}

const FilterInput = ({ name, type, value, source, onWrite }: InputProps) => {
  if (source !== undefined)
    return <RecordPicker input={{ id: `filter-${name}` }} source={source} value={value} onChoose={onWrite} />
  const common = {
    class: 'input',
    id: `filter-${name}`,
    value,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onWrite(currentTarget.value.trim()),
  }
  return type === 'text' ? (
    <input {...common} type="text" autocomplete="off" />
  ) : (
    <input {...common} type="datetime-local" />
  )
}

const FilterDialog = ({ options, onClose }: { options: readonly FilterOption[]; onClose(): void }) => {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(address.value.filters)
  const write = (name: string, value: string): void => setChosen((before) => ({ ...before, [name]: value }))
  return (
    <ModalDialog title={t.filter} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setFilters(Object.fromEntries(options.map(({ name }) => [name, chosen[name]])))
          onClose()
        }}
      >
        <div class="in">
          {options.map(({ name, label, values, type = 'text', source, usual, wordOf = String }) => (
            <FormFieldBox key={name} id={`filter-${name}`} label={label}>
              {values === undefined ? (
                <FilterInput
                  name={name}
                  type={type}
                  value={chosen[name] ?? ''}
                  source={source}
                  onWrite={(value) => write(name, value)}
                />
              ) : (
                <select
                  class="input"
                  id={`filter-${name}`}
                  value={chosen[name] ?? usual?.() ?? ''}
                  onChange={({ currentTarget }) => write(name, currentTarget.value)}
                >
                  {usual === undefined && <option value="">{t.any}</option>}
                  {values.map((value) => (
                    <option key={value} value={value}>
                      {wordOf(value)}
                    </option>
                  ))}
                </select>
              )}
            </FormFieldBox>
          ))}
        </div>
        <footer>
          <button type="button" class="button" onClick={onClose}>
            {t.close}
          </button>
          <button type="submit" class="button main">
            {t.apply}
          </button>
        </footer>
      </form>
    </ModalDialog>
  )
}

const DAY_MS = 86_400_000

/** The start of each usual time range. */
const RANGES = {
  today: () => new Date().setHours(0, 0, 0, 0),
  day: () => Date.now() - DAY_MS,
  week: () => Date.now() - 7 * DAY_MS,
} as const

/** The usual time ranges as buttons. A chosen range is a filter like any other. */
const RangeChips = () => {
  const { from } = address.value.filters
  if (from !== undefined && from !== '') return null
  return Object.entries(RANGES).map(([name, startMs]) => (
    <button
      key={name}
      type="button"
      class="chip add"
      onClick={() => setFilters({ from: fieldMoment(startMs()), to: undefined })}
    >
      {t.ranges[name]}
    </button>
  ))
}

/** The active filters, each with a remove button, and a button that adds others. The address stores them. */
export const FilterBar = ({ options }: { options: readonly FilterOption[] }) => {
  const [isOpen, setOpen] = useState(false)
  const open = (): void => setOpen(true)
  useKey('f', open)
  const { filters } = address.value
  return (
    <div class="filters">
      {options.flatMap(({ name, label, wordOf }) => {
        const value = filters[name]
        if (value === undefined || value === '') return []
        return [
          <button key={name} type="button" class="chip" onClick={() => setFilters({ [name]: undefined })}>
            <span>{label}</span> <b>{wordOf === undefined ? value : wordOf(value)}</b> <Icon name="close" />
            <span class="hidden">{t.removeFilter(label)}</span>
          </button>,
        ]
      })}
      {options.some(({ name, type }) => name === 'from' && type === 'datetime-local') && <RangeChips />}
      <button type="button" class="chip add" onClick={open}>
        {t.filter}
      </button>
      <SavedFilterChips names={options.map(({ name }) => name)} />
      {isOpen && <FilterDialog options={options} onClose={() => setOpen(false)} />}
    </div>
  )
}
