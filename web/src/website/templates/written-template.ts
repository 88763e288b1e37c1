import type { RequestOf, ResultOf } from '@postrider/core/assembly/registry'
import { partLines } from '../../format/part-lines.js'
import {
  componentsBody,
  componentsFrom,
  EMPTY_COMPONENTS,
  type WrittenComponents,
} from './written-components.js'

/** A version of a template, as its author reads it. */
export type OwnDraft = ResultOf<'getCustomerTemplateDraft'>['draft']

/** The field values of a variable. */
export interface WrittenVariable {
  readonly name: string
  readonly type: string
  readonly maxLength: string
  readonly example: string
}

/**
 * The field values of a template in its editor. They include the parts of every channel; only those of its
 * own channel are sent.
 */
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
  readonly components: WrittenComponents
  readonly variables: readonly WrittenVariable[]
}

/** The parts of a text that have a field. */
export type TextPart = 'text' | 'subject' | 'html' | 'header' | 'footer'

/** The parts that each channel has besides its text, and whether they are optional. */
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

/** An empty template. */
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
  components: EMPTY_COMPONENTS,
  variables: [],
})

const textIn = (content: object, part: TextPart): string => {
  const value = (content as Readonly<Record<string, unknown>>)[part]
  return typeof value === 'string' ? value : ''
}

/** The field values of a version. */
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
  components: componentsFrom(content),
  variables: variables.map(({ name: called, type, maxLength, example }) => ({
    name: called,
    type: type ?? '',
    maxLength: maxLength === undefined ? '' : String(maxLength),
    example,
  })),
})

/** The variables that the text uses, with their last entered values. New variables have empty values. */
export const variablesOf = (
  { variables }: WrittenTemplate,
  placeholders: readonly string[],
): readonly WrittenVariable[] => {
  const known = variables.filter(({ name }) => placeholders.includes(name))
  const named = new Set(known.map(({ name }) => name))
  const added = placeholders.filter((name) => !named.has(name))
  return [...known, ...added.map((name) => ({ name, type: 'text', maxLength: '', example: '' }))]
}

/** Replaces the variable with the same name, or appends it. */
export const withVariable = (
  { variables }: WrittenTemplate,
  variable: WrittenVariable,
): readonly WrittenVariable[] =>
  variables.some(({ name }) => name === variable.name)
    ? variables.map((one) => (one.name === variable.name ? variable : one))
    : [...variables, variable]

/** Whether a part is left out: an empty optional one, or a header line if something else is above the text. */
const isLeftOut = (
  { components, ...written }: WrittenTemplate,
  part: TextPart,
  isOptional: boolean,
): boolean => (isOptional && written[part] === '') || (part === 'header' && components.above !== 'line')

const contentOf = (written: WrittenTemplate) => ({
  text: written.text,
  ...Object.fromEntries(
    (PARTS[written.channel] ?? []).flatMap(([part, isOptional]) =>
      isLeftOut(written, part, isOptional) ? [] : [[part, written[part]]],
    ),
  ),
  ...(written.channel === 'sms' && written.dlt ? { dlt: true } : {}),
  ...(written.channel === 'whatsapp' ? componentsBody(written.components) : {}),
})

/** Digits are sent as a number. Anything else is sent unchanged, and the core rejects it. */
const lengthOf = (maxLength: string): number | string =>
  /^\d+$/.test(maxLength.trim()) ? Number(maxLength) : maxLength

/** The fields of a template to save, without its author. */
export type TemplateBody = Omit<
  RequestOf<'saveCustomerTemplateDraft'>,
  'organizationId' | 'requestId' | 'draftId' | 'version'
>

/** The request body for the entered template. The core validates it. */
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

/** The names of parts and of their options. */
export interface TemplateWords {
  readonly parts: Readonly<Record<string, string>>
  readonly categories: Readonly<Record<string, string>>
  readonly types: Readonly<Record<string, string>>
}

/** The whole content of a template as lines that can be compared word by word. */
export const templateLinesOf = (written: WrittenTemplate, words: TemplateWords): string => {
  const { parts, categories, types } = words
  const line = (label: string, value: string) => (value === '' ? [] : [`${parts[label] ?? label}: ${value}`])
  return [
    written.text,
    ...(PARTS[written.channel] ?? []).flatMap(([part]) => line(part, written[part])),
    ...Object.entries(written.channel === 'whatsapp' ? componentsBody(written.components) : {}).flatMap(
      ([name, part]) => partLines(name, part),
    ),
    ...line('name', written.name),
    ...line('category', categories[written.category] ?? written.category),
    ...line('language', written.language),
    ...(written.dlt ? [parts['dlt'] ?? 'DLT'] : []),
    ...written.variables.map(
      ({ name, type, maxLength, example }) => `{{${name}}} ${types[type] ?? type}, ${maxLength}: ${example}`,
    ),
  ].join('\n')
}

/** Whether two templates have the same content. */
export const saysTheSame = (one: WrittenTemplate, other: WrittenTemplate): boolean =>
  JSON.stringify(templateBodyOf(one, namesIn(one))) === JSON.stringify(templateBodyOf(other, namesIn(other)))

const namesIn = ({ variables }: WrittenTemplate): readonly string[] => variables.map(({ name }) => name)
