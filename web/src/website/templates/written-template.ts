import type { RequestOf, ResultOf } from '@postrider/core/assembly/registry'

/** A version of a template, as its author reads it. */
export type OwnDraft = ResultOf<'getCustomerTemplateDraft'>['draft']

/** A variable as it stands in the fields. */
export interface WrittenVariable {
  readonly name: string
  readonly type: string
  readonly maxLength: string
  readonly example: string
}

/** A template as it stands in the fields of its editor: the parts of every channel, of which its own are sent. */
export interface WrittenTemplate {
  readonly channel: string
  readonly name: string
  readonly category: string
  readonly language: string
  readonly text: string
  readonly subject: string
  readonly html: string
  readonly header: string
  readonly footer: string
  readonly dlt: boolean
  readonly variables: readonly WrittenVariable[]
}

/** The parts of a text that a field can hold. */
export type TextPart = 'text' | 'subject' | 'html' | 'header' | 'footer'

/** The parts that each channel has beside its text, and whether one may stay empty. */
const PARTS: Readonly<Record<string, readonly (readonly [part: TextPart, isOptional: boolean])[]>> = {
  email: [
    ['subject', false],
    ['html', true],
  ],
  whatsapp: [
    ['header', true],
    ['footer', true],
  ],
}

/** A template of which nothing is written yet. */
export const emptyTemplate = (channel: string, category: string): WrittenTemplate => ({
  channel,
  name: '',
  category,
  language: 'en',
  text: '',
  subject: '',
  html: '',
  header: '',
  footer: '',
  dlt: false,
  variables: [],
})

const textIn = (content: object, part: TextPart): string => {
  const value = (content as Readonly<Record<string, unknown>>)[part]
  return typeof value === 'string' ? value : ''
}

/** What a version says, as it stands in the fields. */
export const writtenFrom = ({
  channel,
  name,
  category,
  language,
  content,
  variables,
}: Pick<
  OwnDraft,
  'channel' | 'name' | 'category' | 'language' | 'content' | 'variables'
>): WrittenTemplate => ({
  channel,
  name,
  category,
  language,
  text: content.text,
  subject: textIn(content, 'subject'),
  html: textIn(content, 'html'),
  header: textIn(content, 'header'),
  footer: textIn(content, 'footer'),
  dlt: content.dlt ?? false,
  variables: variables.map(({ name: called, type, maxLength, example }) => ({
    name: called,
    type: type ?? '',
    maxLength: maxLength === undefined ? '' : String(maxLength),
    example,
  })),
})

/** The variables that the text uses, each as it was written last; of one that is new nothing is known yet. */
export const variablesOf = (
  { variables }: WrittenTemplate,
  placeholders: readonly string[],
): readonly WrittenVariable[] => {
  const known = variables.filter(({ name }) => placeholders.includes(name))
  const named = new Set(known.map(({ name }) => name))
  const added = placeholders.filter((name) => !named.has(name))
  return [...known, ...added.map((name) => ({ name, type: 'text', maxLength: '', example: '' }))]
}

/** Puts a variable in the place of the one of its name, or after all others. */
export const withVariable = (
  { variables }: WrittenTemplate,
  variable: WrittenVariable,
): readonly WrittenVariable[] =>
  variables.some(({ name }) => name === variable.name)
    ? variables.map((one) => (one.name === variable.name ? variable : one))
    : [...variables, variable]

const contentOf = (written: WrittenTemplate) => ({
  text: written.text,
  ...Object.fromEntries(
    (PARTS[written.channel] ?? []).flatMap(([part, isOptional]) =>
      isOptional && written[part] === '' ? [] : [[part, written[part]]],
    ),
  ),
  ...(written.channel === 'sms' && written.dlt ? { dlt: true } : {}),
})

/** Digits are sent as a number; anything else as it is, for the core to say what is wrong with it. */
const lengthOf = (maxLength: string): number | string =>
  /^\d+$/.test(maxLength.trim()) ? Number(maxLength) : maxLength

/** The fields of a saved template, but for who saves it. */
export type TemplateBody = Omit<
  RequestOf<'saveCustomerTemplateDraft'>,
  'organizationId' | 'requestId' | 'draftId' | 'version'
>

/** What is sent for what is written; what the core refuses in it, it says. */
export const templateBodyOf = (written: WrittenTemplate, placeholders: readonly string[]): TemplateBody => {
  const { channel, name, category, language } = written
  const body = {
    channel,
    name,
    category,
    language,
    content: contentOf(written),
    variables: variablesOf(written, placeholders).map(({ name: called, type, maxLength, example }) => ({
      name: called,
      ...(type === '' ? {} : { type }),
      ...(maxLength.trim() === '' ? {} : { maxLength: lengthOf(maxLength) }),
      example,
    })),
  }
  return body as TemplateBody
}

/** What parts, and what can be chosen of them, are called. */
export interface TemplateWords {
  readonly parts: Readonly<Record<string, string>>
  readonly categories: Readonly<Record<string, string>>
  readonly types: Readonly<Record<string, string>>
}

/** Everything that a template says, in lines of which two can be compared by their words. */
export const templateLinesOf = (written: WrittenTemplate, words: TemplateWords): string => {
  const { parts, categories, types } = words
  const line = (label: string, value: string) => (value === '' ? [] : [`${parts[label] ?? label}: ${value}`])
  return [
    written.text,
    ...(PARTS[written.channel] ?? []).flatMap(([part]) => line(part, written[part])),
    ...line('name', written.name),
    ...line('category', categories[written.category] ?? written.category),
    ...line('language', written.language),
    ...(written.dlt ? [parts['dlt'] ?? 'DLT'] : []),
    ...written.variables.map(
      ({ name, type, maxLength, example }) => `{{${name}}} ${types[type] ?? type}, ${maxLength}: ${example}`,
    ),
  ].join('\n')
}

/** Whether two say the same. */
export const saysTheSame = (one: WrittenTemplate, other: WrittenTemplate): boolean =>
  JSON.stringify(templateBodyOf(one, namesIn(one))) === JSON.stringify(templateBodyOf(other, namesIn(other)))

const namesIn = ({ variables }: WrittenTemplate): readonly string[] => variables.map(({ name }) => name)
