import { wrongAccount } from './account-reader.js'

type Secrets = Readonly<Record<string, string>>

const VISIBLE = /^[\x20-\x7e]+$/

/** Refuses secrets that cannot stand in a header. */
export const refuseInvisible = (secrets: Secrets): void => {
  if (!Object.values(secrets).every((value) => VISIBLE.test(value)))
    throw wrongAccount('secrets are visible ASCII characters')
}

/** Refuses other secrets than these. Names are not repeated: a secret may stand where its name belongs. */
export const checkSecrets = (
  secrets: Secrets,
  wanted: readonly string[],
  mayHave: readonly string[] = [],
): void => {
  const isWanted = wanted.every((name) => secrets[name] !== undefined)
  const isKnown = Object.keys(secrets).every((name) => wanted.includes(name) || mayHave.includes(name))
  if (isWanted && isKnown) return
  const others = mayHave.length === 0 ? '' : `, and perhaps ${mayHave.join(' and ')}`
  throw wrongAccount(`the secrets are ${wanted.join(' and ')}${others}`)
}
