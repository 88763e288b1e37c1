import type { DraftContent, RenderedContent } from '../../channels/channels.js'
import type { Layout } from '../../channels/kind.js'
import { compileContent, readingOf, writtenIn } from '../../channels/own-records.js'
import { fill, parseText, type Values, variableNames } from '../../kernel/texts/placeholders.js'
import { MAX_VALUE_LENGTH } from './compiled-template.js'
import type { TemplateVariable } from './template.js'

/** A part of a content with values in it, by its name. */
export interface SampledPart {
  readonly name: string
  readonly text: string
}

/** What a content comes to with some values. */
export interface ContentPreview extends Pick<Layout, 'units'> {
  readonly rendered: RenderedContent
  /** Each part by itself, as its recipient reads it. */
  readonly parts: readonly SampledPart[]
}

/** What a draft comes to with its examples, and with the longest values that it allows. */
export interface DraftPreview {
  /** The names in its placeholders, in the order of their first appearance. */
  readonly placeholders: readonly string[]
  readonly example: ContentPreview
  readonly longest: ContentPreview
}

const nameOf = (field: string): string => field.slice(field.lastIndexOf('/') + 1)

const sampleWith = (content: DraftContent, language: string, values: Values): ContentPreview => {
  const compiled = compileContent(content, language)
  const rendered = compiled.render(values)
  const reading = readingOf(rendered)
  return {
    units: compiled.layout(values).units,
    rendered,
    // What is read of a text may hold other parts as well; by itself it is what was written, with the values.
    parts: writtenIn(content).parts.map(({ field, text }) => {
      const name = nameOf(field)
      return { name, text: (name === 'text' ? undefined : reading[name]) ?? fill(parseText(text), values) }
    }),
  }
}

/** As long as a value may be: the example over and over, so that it is written in the same characters. */
const stretched = ({ example, maxLength = MAX_VALUE_LENGTH }: TemplateVariable): string => {
  const characters = example === '' ? ['x'] : [...example]
  return Array.from({ length: maxLength }, (_, at) => characters[at % characters.length]).join('')
}

/**
 * What a draft comes to, also while it is written and its lint stands against it: a placeholder without an example stays as it
 * is written. A send renders by the same rules (docs/contract#rendering).
 */
export const sampleDraft = (
  content: DraftContent,
  language: string,
  variables: readonly TemplateVariable[],
): DraftPreview => {
  const named = writtenIn(content).parts.flatMap(({ text }) => variableNames(parseText(text)))
  const placeholders = [...new Set(named)]
  const bare = placeholders.map((name) => [name, `{{${name}}}`] as const)
  const valuesOf = (valueOf: (variable: TemplateVariable) => string): Values =>
    Object.fromEntries([
      ...bare,
      ...variables
        .map((variable) => [variable.name, valueOf(variable)] as const)
        .filter(([, value]) => value !== ''),
    ])
  return {
    placeholders,
    example: sampleWith(
      content,
      language,
      valuesOf(({ example }) => example),
    ),
    longest: sampleWith(content, language, valuesOf(stretched)),
  }
}
