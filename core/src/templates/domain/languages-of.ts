import type { CompiledTemplate } from './compiled-template.js'
import { languageKey } from './template-language.js'

/** Whether the variant can be sent instead of its template: with the same values, on the same channel and lane. */
const fits = (template: CompiledTemplate, variant: CompiledTemplate): boolean =>
  variant.channel === template.channel &&
  variant.version.category === template.version.category &&
  variant.rules.size === template.rules.size &&
  [...variant.rules.keys()].every((name) => template.rules.has(name))

/** The compiled templates by ID, each with its other languages. */
export const withLanguages = (
  templates: ReadonlyMap<string, CompiledTemplate>,
): ReadonlyMap<string, CompiledTemplate> => {
  const languages = new Map<string, Map<string, CompiledTemplate>>()
  for (const variant of templates.values()) {
    const { variantOf, language } = variant.version
    const template = variantOf === undefined ? undefined : templates.get(variantOf)
    if (variantOf === undefined || template === undefined || !fits(template, variant)) continue
    const others = languages.get(variantOf) ?? new Map<string, CompiledTemplate>()
    languages.set(variantOf, others.set(languageKey(language), variant))
  }
  if (languages.size === 0) return templates
  return new Map(
    [...templates].map(([templateId, template]) => {
      const others = languages.get(templateId)
      return [templateId, others === undefined ? template : { ...template, languages: others }]
    }),
  )
}

/**
 * The template in the first of the wanted languages in which it can be used; otherwise in its own
 * (docs/api/templates#languages).
 */
export const inLanguage = (
  template: CompiledTemplate,
  wanted: readonly string[],
  isUsable: (variant: CompiledTemplate) => boolean,
): CompiledTemplate => {
  const own = languageKey(template.version.language)
  for (const language of wanted) {
    if (language === own) return template
    const variant = template.languages?.get(language)
    if (variant !== undefined && isUsable(variant)) return variant
  }
  return template
}

/**
 * The template in the language in which a message was accepted. `language` is undefined if the template had only one
 * then. Undefined if it no longer has the language.
 */
export const templateInLanguage = (
  template: CompiledTemplate | undefined,
  language: string | undefined,
): CompiledTemplate | undefined => {
  if (template === undefined || language === undefined) return template
  const key = languageKey(language)
  return languageKey(template.version.language) === key ? template : template.languages?.get(key)
}
