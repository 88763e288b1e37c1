import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** `plain` knows nothing of our references; `deduplicating` recognises them, and can be asked about them. */
export type ProviderMode = 'plain' | 'deduplicating'

/** One line of the provider's own log; the reference is what we called the message, also where it means nothing to it. */
export interface ProviderLine {
  /** `accepted`: it is on its way to the recipient. `recognised`: it was already, and is not sent again. */
  readonly what: 'accepted' | 'recognised'
  readonly reference: string
  readonly providerMessageId: string
}

/** Appends lines, each on disk before the call returns: what it shows has happened, whoever dies. */
export const openProviderLog = (file: string): { append(line: ProviderLine): void; close(): void } => {
  const log = openSync(file, 'a')
  return {
    append: (line) => {
      writeSync(log, `${JSON.stringify(line)}\n`)
      fsyncSync(log)
    },
    close: () => closeSync(log),
  }
}

const readLines = (file: string): readonly ProviderLine[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as ProviderLine)
    : []

/** How often the provider really sent each message, by our reference. */
export const readSends = (file: string): ReadonlyMap<string, number> => {
  const sends = new Map<string, number>()
  for (const { what, reference } of readLines(file)) {
    if (what === 'accepted') sends.set(reference, (sends.get(reference) ?? 0) + 1)
  }
  return sends
}
