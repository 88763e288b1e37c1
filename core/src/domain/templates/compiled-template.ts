import type { Channel } from '../channels/channel.js'
import { type ParsedText, parseText, variableNames } from './placeholders.js'
import type { TemplateVersion } from './template.js'

/** A template version made ready to be filled many times. */
export interface CompiledTemplate {
  readonly version: TemplateVersion
  readonly channel: Channel
  readonly text: ParsedText
  readonly subject: ParsedText | undefined
  readonly html: ParsedText | undefined
  readonly header: ParsedText | undefined
  readonly footer: ParsedText | undefined
  /** Most code points that a declared variable's value may have. */
  readonly maxLengths: ReadonlyMap<string, number>
  /** Variables that stand in a part of one line: their values may hold no line break. */
  readonly oneLine: ReadonlySet<string>
}

/** The most code points of any variable's value (specification 2.2). */
export const MAX_VALUE_LENGTH = 500

const parsed = (text: string | undefined): ParsedText | undefined =>
  text === undefined ? undefined : parseText(text)

/** Parses every part of a template version once. */
export const compileTemplate = (version: TemplateVersion): CompiledTemplate => {
  const { content } = version
  const subject = content.channel === 'email' ? parseText(content.subject) : undefined
  const header = content.channel === 'whatsapp' ? parsed(content.header) : undefined
  const oneLineParts = [subject, header].filter((part) => part !== undefined)
  return {
    version,
    channel: content.channel,
    text: parseText(content.text),
    subject,
    html: content.channel === 'email' ? parsed(content.html) : undefined,
    header,
    footer: content.channel === 'whatsapp' ? parsed(content.footer) : undefined,
    maxLengths: new Map(
      version.variables.map(({ name, maxLength }) => [name, maxLength ?? MAX_VALUE_LENGTH]),
    ),
    oneLine: new Set(oneLineParts.flatMap((part) => [...variableNames(part)])),
  }
}
