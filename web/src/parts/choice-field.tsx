import { FormFieldBox } from './form-field.js'

interface ChoiceProps<V extends string> {
  readonly id: string
  readonly label: string
  /** The text of the empty first choice; if absent, a value is always chosen. */
  readonly none?: string
  readonly value: V
  readonly options: ReadonlyArray<readonly [value: V, word: string]>
  onChoose(value: V): void
}

/** A field in which one of several values is chosen. */
export function ChoiceField<V extends string>({ id, label, none, value, options, onChoose }: ChoiceProps<V>) {
  return (
    <FormFieldBox id={id} label={label}>
      <select
        class="input"
        id={id}
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as V)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map(([one, word]) => (
          <option key={one} value={one}>
            {word}
          </option>
        ))}
      </select>
    </FormFieldBox>
  )
}
