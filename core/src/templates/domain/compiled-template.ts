import type { Channel, Registration, RenderedContent } from '../../channels/channels.js'
import type { CompiledContent, ValueForm } from '../../channels/kind.js'
import { compileContent, registrationOf } from '../../channels/own-records.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { TemplateVariable, TemplateVersion } from './template.js'
import { formOf } from './variable-type.js'

/** What holds for the values of a declared variable. */
export interface ValueRule {
  /** Most code points. */
  readonly maxLength: number
  /** Whether the variable stands in a part of one line: its values may hold no line break. */
  readonly oneLine: boolean
  /** The forms that its channel and its type give; none where any text will do. */
  readonly forms: readonly ValueForm[]
}

/** A template version made ready to be filled many times. */
export interface CompiledTemplate {
  readonly version: TemplateVersion
  readonly channel: Channel
  readonly content: CompiledContent<RenderedContent>
  /** What its channel's vendor registered it under; undefined where none did. */
  readonly registration: Registration | undefined
  /** The declared variables by name. */
  readonly rules: ReadonlyMap<string, ValueRule>
}

/** The most code points of any variable's value (docs/contract#message-request). */
export const MAX_VALUE_LENGTH = 500

/** What a text asks of the values of its variables. */
export interface ValueSetting {
  /** The variables that stand in a part of one line. */
  readonly oneLine: ReadonlySet<string>
  /** What its channel asks of every value; undefined where it asks nothing. */
  readonly values: ValueForm | undefined
}

/** What holds for a variable's values in a text. */
export const ruleOf = (
  { name, type, maxLength }: TemplateVariable,
  { oneLine, values }: ValueSetting,
): ValueRule => ({
  maxLength: maxLength ?? MAX_VALUE_LENGTH,
  oneLine: oneLine.has(name),
  forms: [values, formOf(type ?? 'text')].filter((form) => form !== undefined),
})

const FOR_THE_SANDBOX = 'The template is approved for the test environment alone.'

/**
 * Why the template may not go there from the environment (docs/contract#vendor-registration); undefined where it may.
 * What was approved for the sandbox alone is never sent in production, whoever its vendor is and where there is none.
 */
export const barToSending = (
  { version, content }: CompiledTemplate,
  to: string,
  environment: Environment,
): string | undefined => {
  const isTest = environment === 'test'
  return version.isForSandbox && !isTest ? FOR_THE_SANDBOX : content.barTo(to, isTest)
}

/** Reads every part of a template version once. */
export const compileTemplate = (version: TemplateVersion): CompiledTemplate => {
  const { channel } = version.content
  const content = compileContent(version.content, version.language)
  const setting: ValueSetting = { oneLine: new Set(content.oneLine), values: content.values }
  return {
    version,
    channel,
    content,
    registration: registrationOf(version.content),
    rules: new Map(version.variables.map((variable) => [variable.name, ruleOf(variable, setting)])),
  }
}
