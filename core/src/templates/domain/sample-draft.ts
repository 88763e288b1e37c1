import type { DraftContent, RenderedContent } from '../../channels/channels.js'
import type { Layout } from '../../channels/kind.js'
import { compileContent, readingOf, writtenIn } from '../../channels/own-records.js'
import { fill, parseText, type Values, variableNames } from '../../kernel/texts/placeholders.js'
import { MAX_VALUE_LENGTH } from './compiled-template.js'
import type { TemplateVariable } from './template.js'

/** A part of a content with values filled in, with its name. */
export interface SampledPart {
  readonly name: string
  readonly text: string
}

/** A content with values filled in, and its size. */
export interface ContentPreview extends Pick<Layout, 'units'> {
  readonly rendered: RenderedContent
  /** Each part separately, as the recipient reads it. */
  readonly parts: readonly SampledPart[]
}

/** Previews of a draft, with its examples and with the longest values that it allows. */
export interface DraftPreview {
  /** The names in its placeholders, in order of first appearance. */
  readonly placeholders: readonly string[]
  readonly example: ContentPreview
  readonly longest: ContentPreview
}

const CONTENT = '/content/'

/** The path of a part in its content, for example `header` or `buttons/0/url`. */
const nameOf = (field: string): string => field.slice(CONTENT.length)

const sampleWith = (content: DraftContent, language: string, values: Values): ContentPreview => {
  const compiled = compileContent(content, language)
  const rendered = compiled.render(values)
  const reading = readingOf(rendered)
  return {
    units: compiled.layout(values).units,
    rendered,
    // The parsed text can contain other parts as well; each part alone is the written text with the values.
    parts: writtenIn(content).parts.map(({ field, text }) => {
      const name = nameOf(field)
      return { name, text: (name === 'text' ? undefined : reading[name]) ?? fill(parseText(text), values) }
    }),
  }
}

/** A value of the maximum length: the example is repeated, so that it uses the same characters. */
const stretched = ({ example, maxLength = MAX_VALUE_LENGTH }: TemplateVariable): string => {
  const characters = example === '' ? ['x'] : [...example]
  return Array.from({ length: maxLength }, (_, at) => characters[at % characters.length]).join('')
}

/**
 * Previews a draft, also while it is being written and has lint problems. A placeholder without an example
 * stays as it is written. Sends use the same rules (docs/api/templates#rendering).
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
