import { useId } from 'preact/hooks'
import { capitalized, plainWords } from '../../format/shown-text.js'
import { channelWord } from '../../language/channel-words.js'
import { describedBy, FormFieldBox } from '../../parts/form-field.js'
import { LateComponents } from './late-components.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'
import type { DraftOptions } from './template-options.js'
import { TemplateGuide } from './template-guides.js'
import { languageWord } from '../../language/language-words.js'
import { VariableFields } from './variable-fields.js'
import type { WrittenComponents } from './written-components.js'
import { type TextPart, variablesOf, withVariable, type WrittenTemplate } from './written-template.js'

interface FieldsProps {
  readonly written: WrittenTemplate
  readonly placeholders: readonly string[]
  readonly choices: DraftOptions
  /** The problems by JSON Pointer. */
  readonly problems: ReadonlyMap<string, readonly string[]>
  /** Whether the fields are read-only because the version is in review. */
  readonly isFixed: boolean
  /** Whether the channel can still be chosen. */
  readonly isNew: boolean
  /** Whether it is a language of another template, whose category and language can't change. */
  readonly isVariant: boolean
  onWrite(change: Partial<WrittenTemplate>): void
}

type OneField = 'name' | 'language' | TextPart

const problemText = (problems: FieldsProps['problems'], pointer: string): string | undefined =>
  problems.get(pointer)?.join(' ')

interface TextFieldProps extends FieldsProps {
  readonly property: OneField
  readonly pointer: string
  readonly hint?: string | undefined
  /** The number of visible lines; absent for a single-line field. */
  readonly lines?: number
}

const TextField = (props: TextFieldProps) => {
  const { property, pointer, hint, lines, written, problems, isFixed, onWrite } = props
  const problem = problemText(problems, pointer)
  const common = {
    ...describedBy(`f${pointer}`, problem, hint),
    value: written[property],
    disabled: isFixed,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onWrite({ [property]: currentTarget.value }),
  }
  return (
    <FormFieldBox id={`f${pointer}`} label={t.parts[property] ?? property} hint={hint} problem={problem}>
      {lines === undefined ? (
        <input {...common} class="input" type="text" autocomplete="off" />
      ) : (
        <textarea {...common} class="input said" rows={lines} dir="auto" />
      )}
    </FormFieldBox>
  )
}

interface ChoiceFieldProps extends FieldsProps {
  readonly property: 'channel' | 'category'
  readonly values: readonly string[]
  readonly hint?: string | undefined
  wordOf(value: string): string
}

const ChoiceField = ({
  property,
  values,
  hint,
  wordOf,
  written,
  problems,
  isFixed,
  onWrite,
}: ChoiceFieldProps) => {
  const pointer = `/${property}`
  const problem = problemText(problems, pointer)
  return (
    <FormFieldBox id={`f${pointer}`} label={t[property]} hint={hint} problem={problem}>
      <select
        {...describedBy(`f${pointer}`, problem, hint)}
        class="input"
        value={written[property]}
        disabled={isFixed}
        onChange={({ currentTarget }) => onWrite({ [property]: currentTarget.value })}
      >
        {values.map((value) => (
          <option key={value} value={value}>
            {wordOf(value)}
          </option>
        ))}
      </select>
    </FormFieldBox>
  )
}

const DltBox = ({ written, isFixed, onWrite }: FieldsProps) => {
  const id = useId()
  return (
    <label class="choice">
      <input
        id={id}
        type="checkbox"
        checked={written.dlt}
        disabled={isFixed}
        onChange={({ currentTarget }) => onWrite({ dlt: currentTarget.checked })}
      />
      <span>
        {t.dlt} <span class="quiet">({t.dltHint})</span>
      </span>
    </label>
  )
}

const [TEXT_BEFORE, TEXT_AFTER] = t.textHint

/** The parts of the text that the channel supports. */
const ContentFields = (props: FieldsProps) => {
  const { channel } = props.written
  const part = (property: TextPart, hint: string | undefined, lines?: number) => (
    <TextField
      {...props}
      property={property}
      pointer={`/content/${property}`}
      hint={hint}
      {...(lines === undefined ? {} : { lines })}
    />
  )
  const text = part('text', `${TEXT_BEFORE} {{name}} ${TEXT_AFTER}`, channel === 'email' ? 8 : 4)
  if (channel === 'email')
    return (
      <>
        {part('subject', undefined)}
        {text}
        {part('html', t.htmlHint, 6)}
      </>
    )
  const components = {
    components: props.written.components,
    problems: props.problems,
    isFixed: props.isFixed,
    lineField: part('header', t.lineHint),
    onWrite: (change: Partial<WrittenComponents>) =>
      props.onWrite({ components: { ...props.written.components, ...change } }),
  }
  if (channel === 'whatsapp')
    return (
      <LateComponents {...components}>
        {text}
        {part('footer', t.lineHint)}
      </LateComponents>
    )
  return (
    <>
      {text}
      <DltBox {...props} />
    </>
  )
}

/** All fields of a template, each with its problems below it. */
export const TemplateFields = (props: FieldsProps) => {
  const { written, placeholders, choices, problems, isFixed, isNew, isVariant, onWrite } = props
  const isDecided = isFixed || isVariant
  const language = languageWord(written.language)
  return (
    <>
      {isNew && <ChoiceField {...props} property="channel" values={choices.channels} wordOf={channelWord} />}
      <div class="cols third">
        <TextField {...props} property="name" pointer="/name" hint={t.nameHint} />
        <ChoiceField
          {...props}
          isFixed={isDecided}
          property="category"
          values={choices.categories}
          hint={t.categoryHints[written.category]}
          wordOf={(value) => t.categories[value] ?? capitalized(plainWords(value))}
        />
        <TextField
          {...props}
          isFixed={isDecided}
          property="language"
          pointer="/language"
          hint={language === undefined ? t.languageUnknown : t.languageHint(language)}
        />
      </div>
      <ContentFields {...props} />
      <TemplateGuide channel={written.channel} isForIndia={written.channel === 'sms' && written.dlt} />
      <VariableFields
        variables={variablesOf(written, placeholders)}
        types={choices.types}
        problems={problems}
        isFixed={isFixed}
        onWrite={(variable) => onWrite({ variables: withVariable(written, variable) })}
      />
    </>
  )
}
