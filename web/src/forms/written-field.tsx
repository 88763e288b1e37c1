import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import { decimalText, decimalsOf, minorUnitsOf, moneyText } from '../format/money.js'
import { capitalized, plainWords } from '../format/shown-text.js'
import { FIELD_HINTS } from '../language/field-hints.js'
import { FIELD_LABELS, FORM_TEXTS as t } from '../language/form-texts.js'
import { describedBy, FormFieldBox, WrongText } from '../parts/form-field.js'
import { RecordPicker } from '../parts/record-picker.js'
import {
  type FormProblems,
  isListOfForms,
  isMoneyField,
  isTimeField,
  type WrittenValue,
  type WrittenValues,
} from './form-values.js'
import { recordSource } from './record-sources.js'
import { valueWord } from './value-words.js'

interface FieldProps {
  readonly field: FormField
  readonly base: string
  readonly written: WrittenValue | undefined
  readonly problems: FormProblems
  /** The currency of amounts; undefined if they are entered in minor units. */
  readonly currency?: string | undefined
  onWrite(value: WrittenValue): void
}

const EXAMPLE_UNITS = 5_000
const LONG = 200

/** The label of a field. */
export const fieldLabel = (name: string): string =>
  FIELD_LABELS[name] ?? capitalized(plainWords(name.replace(/(Id|Minor)s?$/, '')))

/** The hint of an amount: its format, or the entered amount. */
const amountHint = (written: WrittenValue | undefined, currency: string): string => {
  const minor = typeof written === 'string' ? minorUnitsOf(written, currency) : undefined
  if (minor !== undefined) return moneyText(minor, currency)
  const digits = decimalsOf(currency)
  return t.amount(currency, decimalText(EXAMPLE_UNITS * 10 ** digits, digits, 'en'))
}

const hintOf = ({ field, written, currency }: FieldProps): string | undefined => {
  if (field.name === 'reason') return t.reasonHint
  if (isMoneyField(field)) return currency === undefined ? t.minorUnits : amountHint(written, currency)
  if (isTimeField(field)) return t.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const how = field.kind === 'list' ? t.onePerLine : field.kind === 'map' ? t.namesAndValues : undefined
  const about = FIELD_HINTS[field.name] ?? field.description?.replaceAll('`', '')
  return [about, how].filter((text) => text !== undefined).join(' ') || undefined
}

/** Setting names come from the provider kind and are shown unchanged. */
const wordOf = ({ field: { name }, base }: Pick<FieldProps, 'field' | 'base'>, value: string): string =>
  valueWord(name, value) ?? (base === '/settings' ? value : capitalized(plainWords(value)))

/**
 * The problem of a field. For a list it includes the problems of its entries, which have no fields of their
 * own.
 */
const problemOf = ({ field, base, problems }: FieldProps): string | undefined => {
  const pointer = `${base}/${field.name}`
  if (problems[pointer] !== undefined || field.kind !== 'list') return problems[pointer]
  const [inner] = Object.keys(problems).filter((one) => one.startsWith(`${pointer}/`))
  if (inner === undefined) return undefined
  const at = Number(inner.slice(pointer.length + 1).split('/', 1)[0])
  return t.entry(at + 1, problems[inner] ?? '')
}

const asText = (written: WrittenValue | undefined): string => (typeof written === 'string' ? written : '')

const ChoiceSelect = (props: FieldProps) => {
  const { field, base, written, problems, onWrite } = props
  const id = `f${base}/${field.name}`
  const present = asText(written) || (typeof field.value === 'string' ? field.value : '')
  return (
    <select
      class="input"
      {...describedBy(id, problems[`${base}/${field.name}`], hintOf(props))}
      value={present}
      onChange={({ currentTarget }) => onWrite(currentTarget.value)}
    >
      {present === '' && <option value="">{field.isRequired ? t.choose : t.nothing}</option>}
      {(field.values ?? []).map((value) => (
        <option key={value} value={value}>
          {wordOf(props, value)}
        </option>
      ))}
    </select>
  )
}

/** Shows the position of each chosen value if the order matters. */
const placeOf = ({ name }: FormField, chosen: readonly string[], value: string): string =>
  name === 'providerAccountIds' && chosen.includes(value) ? `${chosen.indexOf(value) + 1}. ` : ''

const ManyChoices = (props: FieldProps) => {
  const { field, base, written, onWrite } = props
  const pointer = `${base}/${field.name}`
  const problem = problemOf(props)
  const chosen = Array.isArray(written) ? (written as readonly string[]) : []
  const toggle = (value: string, isOn: boolean): void =>
    onWrite(isOn ? [...chosen, value] : chosen.filter((one) => one !== value))
  return (
    <fieldset class="field choices" id={`f${pointer}`}>
      <legend>{fieldLabel(field.name)}</legend>
      {FIELD_HINTS[field.name] !== undefined && <p class="hint">{FIELD_HINTS[field.name]}</p>}
      {(field.item?.values ?? []).map((value) => (
        <label class="choice" key={value}>
          <input
            id={`f${pointer}/${value}`}
            type="checkbox"
            aria-invalid={problem === undefined ? undefined : 'true'}
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) => toggle(value, currentTarget.checked)}
          />
          {placeOf(field, chosen, value)}
          {wordOf(props, value)}
        </label>
      ))}
      {problem !== undefined && <WrongText>{problem}</WrongText>}
    </fieldset>
  )
}

const FlagBox = ({ field, written, onWrite }: FieldProps) => (
  <label class="choice">
    <input
      type="checkbox"
      checked={written === true}
      onChange={({ currentTarget }) => onWrite(currentTarget.checked)}
    />
    <span>
      {fieldLabel(field.name)}
      {field.description !== undefined && <span class="quiet small"> {field.description}</span>}
    </span>
  </label>
)

/** A list of forms: each can be removed, and another can be added. */
const InnerForms = ({ field, base, written, problems, currency, onWrite }: FieldProps) => {
  const items = Array.isArray(written) ? (written as readonly WrittenValues[]) : []
  const pointer = `${base}/${field.name}`
  const put = (at: number, value: WrittenValues): void =>
    onWrite(items.map((one, index) => (index === at ? value : one)))
  return (
    <fieldset class="group" id={`f${pointer}`}>
      <legend>{fieldLabel(field.name)}</legend>
      {field.description !== undefined && <p class="hint">{field.description}</p>}
      {items.map((item, at) => (
        <div class="group item" key={at}>
          {(field.item?.fields ?? []).map((one) => (
            <WrittenField
              key={one.name}
              field={one}
              base={`${pointer}/${at}`}
              written={item[one.name]}
              problems={problems}
              currency={currency}
              onWrite={(value) => put(at, { ...item, [one.name]: value })}
            />
          ))}
          <button
            type="button"
            class="button bare"
            onClick={() => onWrite(items.filter((_, index) => index !== at))}
          >
            {t.takeAway}
          </button>
        </div>
      ))}
      {items.length < (field.maxItems ?? Infinity) && (
        <button type="button" class="button" onClick={() => onWrite([...items, {}])}>
          {t.addOne}
        </button>
      )}
    </fieldset>
  )
}

const InnerFields = ({ field, base, written, problems, currency, onWrite }: FieldProps) => {
  const inner = (typeof written === 'object' && !Array.isArray(written) ? written : {}) as WrittenValues
  return (
    <fieldset class="group">
      <legend>{fieldLabel(field.name)}</legend>
      {(field.fields ?? []).map((one) => (
        <WrittenField
          key={one.name}
          field={one}
          base={`${base}/${field.name}`}
          written={inner[one.name]}
          problems={problems}
          currency={currency}
          onWrite={(value) => onWrite({ ...inner, [one.name]: value })}
        />
      ))}
    </fieldset>
  )
}

/** The hints that let the browser's password manager tell the fields apart. */
const PASSWORD_AUTOCOMPLETE: Readonly<Record<string, string>> = {
  currentPassword: 'current-password',
  newPassword: 'new-password',
}

const isPassword = (name: string): boolean => /password/i.test(name)

const hidesText = ({ name, format }: FormField): boolean => format === 'password' || isPassword(name)

const isLong = (field: FormField): boolean => {
  const { kind, maxLength = 0, oneLine } = field
  if (kind === 'list' || kind === 'map' || kind === 'object') return true
  return kind === 'text' && maxLength > LONG && oneLine !== true && !hidesText(field)
}

const TextInput = (props: FieldProps) => {
  const { field, base, written, onWrite } = props
  const pointer = `${base}/${field.name}`
  const common = {
    ...describedBy(`f${pointer}`, problemOf(props), hintOf(props)),
    class: 'input',
    value: asText(written),
    'aria-required': field.isRequired,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onWrite(currentTarget.value),
  }
  const source = field.kind === 'text' ? recordSource(field.name) : undefined
  if (source !== undefined)
    return (
      <RecordPicker
        input={describedBy(`f${pointer}`, problemOf(props), hintOf(props))}
        source={source}
        value={asText(written)}
        onChoose={onWrite}
      />
    )
  if (isLong(field)) return <textarea {...common} rows={3} />
  if (isTimeField(field)) return <input {...common} type="datetime-local" step="1" />
  if (isMoneyField(field)) return <input {...common} type="text" autocomplete="off" inputMode="decimal" />
  if (field.kind === 'integer')
    return <input {...common} type="text" autocomplete="off" inputMode="numeric" />
  if (field.format === 'email') return <input {...common} type="email" autocomplete="off" />
  if (hidesText(field))
    return <input {...common} type="password" autocomplete={PASSWORD_AUTOCOMPLETE[field.name] ?? 'off'} />
  return <input {...common} type="text" autocomplete="off" />
}

/** A field of an operation's body, rendered according to its rule. */
export const WrittenField = (props: FieldProps) => {
  const { field, base } = props
  const pointer = `${base}/${field.name}`
  if (field.kind === 'flag') return <FlagBox {...props} />
  if (field.kind === 'shape') return <InnerFields {...props} />
  if (isListOfForms(field)) return <InnerForms {...props} />
  if (field.kind === 'list' && field.item?.values !== undefined) return <ManyChoices {...props} />
  const isOptional = !field.isRequired && field.value === undefined
  return (
    <FormFieldBox
      id={`f${pointer}`}
      label={fieldLabel(field.name)}
      aside={isOptional ? t.optional : undefined}
      hint={hintOf(props)}
      problem={problemOf(props)}
    >
      {field.kind === 'choice' ? <ChoiceSelect {...props} /> : <TextInput {...props} />}
    </FormFieldBox>
  )
}
