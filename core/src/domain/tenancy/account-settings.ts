import type { ProviderAccount } from './service-configuration.js'

/** Reads the settings of a provider account; each reading throws a sentence that names the account's kind and the setting. */
export interface SettingsReader {
  text(name: string): string | undefined
  /** The name or address of a host. */
  host(name: string): string | undefined
  whole(name: string, least: number, most: number): number | undefined
  /** One of these words; undefined where the setting is missing. */
  word<W extends string>(name: string, words: readonly W[]): W | undefined
}

const HOST_NAME = /^[A-Za-z0-9.:_-]{1,253}$/

const unknownIn = (given: object, known: readonly string[]): string | undefined =>
  Object.keys(given).find((name) => !known.includes(name))

/** Reads settings of which each has one of these names. `about` says whose they are: `SMTP account`. */
export const accountSettings = (
  about: string,
  settings: ProviderAccount['settings'],
  known: readonly string[],
): SettingsReader => {
  const wrong = (sentence: string): Error => new Error(`${about}: ${sentence}`)
  const unknown = unknownIn(settings, known)
  if (unknown !== undefined) throw wrong(`there is no setting named ${unknown.slice(0, 64)}`)
  const text = (name: string): string | undefined => {
    const value = settings[name]
    if (value === undefined || typeof value === 'string') return value
    throw wrong(`${name} is a text`)
  }
  return {
    text,
    host: (name) => {
      const value = text(name)
      if (value === undefined || HOST_NAME.test(value)) return value
      throw wrong(`${name} is the name or address of a host`)
    },
    whole: (name, least, most) => {
      const value = settings[name]
      if (value === undefined) return undefined
      if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most)
        return value
      throw wrong(`${name} is a whole number from ${least} to ${most}`)
    },
    word: (name, words) => {
      const value = settings[name]
      const found = words.find((word) => word === value)
      if (found !== undefined || value === undefined) return found
      throw wrong(`${name} is one of ${words.join(', ')}`)
    },
  }
}

/** Refuses a secret of another name, which is not repeated: a secret may stand where its name belongs. */
export const refuseUnknownSecrets = (about: string, secrets: object, known: readonly string[]): void => {
  if (unknownIn(secrets, known) === undefined) return
  const names = `${known.slice(0, -1).join(', ')} and ${known.at(-1) ?? ''}`
  throw new Error(`${about}: the only secrets are ${names}`)
}
