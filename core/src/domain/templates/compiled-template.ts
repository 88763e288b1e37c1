import type { Channel } from '../channels/channel.js'
import { type ParsedText, parseText, variableNames } from './placeholders.js'
import type { TemplateVariable, TemplateVersion } from './template.js'
import { formOf, type ValueForm } from './variable-type.js'

/** What holds for the values of a declared variable. */
export interface ValueRule {
  /** Most code points. */
  readonly maxLength: number
  /** Whether the variable stands in a part of one line: its values may hold no line break. */
  readonly oneLine: boolean
  /** The form that its type gives; undefined where any text will do. */
  readonly form: ValueForm | undefined
}

/** A template version made ready to be filled many times. */
export interface CompiledTemplate {
  readonly version: TemplateVersion
  readonly channel: Channel
  readonly text: ParsedText
  readonly subject: ParsedText | undefined
  readonly html: ParsedText | undefined
  readonly header: ParsedText | undefined
  readonly footer: ParsedText | undefined
  /** The declared variables by name. */
  readonly rules: ReadonlyMap<string, ValueRule>
}

/** The most code points of any variable's value (docs/contract#message-request). */
export const MAX_VALUE_LENGTH = 500

const parsed = (text: string | undefined): ParsedText | undefined =>
  text === undefined ? undefined : parseText(text)

/** What holds for a variable's values, given those variables that stand in a part of one line. */
export const ruleOf = (
  { name, type, maxLength }: TemplateVariable,
  oneLine: ReadonlySet<string>,
): ValueRule => ({
  maxLength: maxLength ?? MAX_VALUE_LENGTH,
  oneLine: oneLine.has(name),
  form: formOf(type ?? 'text'),
})

/** Parses every part of a template version once. */
export const compileTemplate = (version: TemplateVersion): CompiledTemplate => {
  const { content } = version
  const subject = content.channel === 'email' ? parseText(content.subject) : undefined
  const header = content.channel === 'whatsapp' ? parsed(content.header) : undefined
  const oneLine = new Set(
    [subject, header].flatMap((part) => (part === undefined ? [] : variableNames(part))),
  )
  return {
    version,
    channel: content.channel,
    text: parseText(content.text),
    subject,
    html: content.channel === 'email' ? parsed(content.html) : undefined,
    header,
    footer: content.channel === 'whatsapp' ? parsed(content.footer) : undefined,
    rules: new Map(version.variables.map((variable) => [variable.name, ruleOf(variable, oneLine)])),
  }
}
