import type { Channel, Registration, RenderedContent } from '../../channels/channels.js'
import type { CompiledContent, PlaceForms, ValueForm } from '../../channels/kind.js'
import { compileContent, registrationOf } from '../../channels/own-records.js'
import { type PriceCategory, priceCategoryOf } from '../../channels/price-categories.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { TemplateVariable, TemplateVersion } from './template.js'
import { formOf } from './variable-type.js'

/** The rules for the values of a declared variable. */
export interface ValueRule {
  /** The maximum number of code points. */
  readonly maxLength: number
  /** Whether the variable is used in a one-line part: its values can't contain line breaks. */
  readonly oneLine: boolean
  /** The forms required by its channel and type; empty if any text is allowed. */
  readonly forms: readonly ValueForm[]
}

/** A template version prepared for repeated rendering. */
export interface CompiledTemplate {
  readonly version: TemplateVersion
  readonly channel: Channel
  readonly content: CompiledContent<RenderedContent>
  /** The vendor's registration, if there is one. */
  readonly registration: Registration | undefined
  /** The vendor's category, which its price can depend on; undefined if the channel has none. */
  readonly priceCategory: PriceCategory | undefined
  /** The declared variables by name. */
  readonly rules: ReadonlyMap<string, ValueRule>
  /** Its other approved languages, by {@link languageKey}; undefined if there are none. */
  readonly languages?: ReadonlyMap<string, CompiledTemplate>
}

/** The maximum number of code points in a variable's value (docs/api/sending#message-request). */
export const MAX_VALUE_LENGTH = 500

/** A text's requirements for the values of its variables. */
export interface ValueSetting {
  /** The variables that are used in a one-line part. */
  readonly oneLine: ReadonlySet<string>
  /** The channel's form for every value; undefined if it requires none. */
  readonly values: ValueForm | undefined
  /** Additional forms that the places of variables require; undefined if no place requires one. */
  readonly places: PlaceForms | undefined
}

/** The rule for a variable's values in a text. */
export const ruleOf = (
  { name, type, maxLength }: TemplateVariable,
  { oneLine, values, places }: ValueSetting,
): ValueRule => ({
  maxLength: maxLength ?? MAX_VALUE_LENGTH,
  oneLine: oneLine.has(name),
  forms: [values, formOf(type ?? 'text'), ...(places?.get(name) ?? [])].filter((form) => form !== undefined),
})

const FOR_THE_SANDBOX = 'The template is approved only for the test environment.'

/**
 * The reason why the template can't be sent there from the environment
 * (docs/api/templates#vendor-registration); undefined if it can. Templates approved only for the sandbox are
 * never sent in production, with or without a vendor.
 */
export const barToSending = (
  { version, content }: CompiledTemplate,
  to: string,
  environment: Environment,
): string | undefined => {
  const isTest = environment === 'test'
  return version.isForSandbox && !isTest ? FOR_THE_SANDBOX : content.barTo(to, isTest)
}

/** Parses every part of a template version once. */
export const compileTemplate = (version: TemplateVersion): CompiledTemplate => {
  const { channel } = version.content
  const content = compileContent(version.content, version.language)
  const registration = registrationOf(version.content)
  const setting: ValueSetting = {
    oneLine: new Set(content.oneLine),
    values: content.values,
    places: content.places,
  }
  return {
    version,
    channel,
    content,
    registration,
    priceCategory: priceCategoryOf(channel, registration, version.category),
    rules: new Map(version.variables.map((variable) => [variable.name, ruleOf(variable, setting)])),
  }
}
