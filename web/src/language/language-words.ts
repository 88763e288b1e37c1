const languages = new Map<string, string | undefined>()

const nameOf = (language: string): string | undefined => {
  try {
    const name = new Intl.DisplayNames(undefined, { type: 'language' }).of(language.replaceAll('_', '-'))
    return name === language ? undefined : name
  } catch {
    return undefined
  }
}

/** The name of a language in the reader's own language; undefined for an unknown one. */
export const languageWord = (language: string): string | undefined => {
  if (!languages.has(language)) languages.set(language, language === '' ? undefined : nameOf(language))
  return languages.get(language)
}
