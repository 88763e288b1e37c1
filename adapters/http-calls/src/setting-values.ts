import type { ProviderAccount } from '@postrider/core/domain/tenancy/service-configuration'
import { wrongAccount } from './account-reader.js'

export type AccountSettings = ProviderAccount['settings']

/** A text, or undefined where it is not given. A number will do where digits are meant. */
export const textSetting = (settings: AccountSettings, name: string): string | undefined => {
  const value = settings[name]
  if (typeof value === 'boolean' || value === '') throw wrongAccount(`${name} is a text`)
  return value === undefined ? undefined : String(value)
}

/** Whether something is allowed; not where nothing says so. */
export const flagSetting = (settings: AccountSettings, name: string): boolean => {
  const value = settings[name] ?? false
  if (typeof value === 'boolean') return value
  throw wrongAccount(`${name} is true or false`)
}

/** One of some words. */
export const wordSetting = <Word extends string>(
  settings: AccountSettings,
  name: string,
  words: readonly Word[],
): Word => {
  const word = words.find((each) => each === settings[name])
  if (word !== undefined) return word
  throw wrongAccount(`${name} is one of ${words.join(', ')}`)
}

/** A text of a form, or undefined where it is not given. */
export const formedSetting = (
  settings: AccountSettings,
  name: string,
  { form, means }: { readonly form: RegExp; readonly means: string },
): string | undefined => {
  const value = textSetting(settings, name)
  if (value === undefined || form.test(value)) return value
  throw wrongAccount(`${name} is ${means}`)
}

/** Refuses settings that there are not. */
export const refuseUnknown = (settings: AccountSettings, known: readonly string[]): void => {
  const unknown = Object.keys(settings).find((name) => !known.includes(name))
  if (unknown !== undefined) throw wrongAccount(`there is no setting named ${unknown.slice(0, 64)}`)
}
