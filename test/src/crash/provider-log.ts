import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** `plain` ignores our references. `deduplicating` recognizes them, and supports queries about them. */
export type ProviderMode = 'plain' | 'deduplicating'

/**
 * One line of the provider's own log. The reference is our id of the message, even if the provider ignores
 * it.
 */
export interface ProviderLine {
  /**
   * `accepted` means that it goes to the recipient. `recognized` means that it already did, and isn't sent
   * again.
   */
  readonly what: 'accepted' | 'recognized'
  readonly reference: string
  readonly providerMessageId: string
}

/** Appends lines, each on disk before the call returns, so that the log shows only what has happened. */
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

/** The number of times that the provider really sent each message, by our reference. */
export const readSends = (file: string): ReadonlyMap<string, number> => {
  const sends = new Map<string, number>()
  for (const { what, reference } of readLines(file)) {
    if (what === 'accepted') sends.set(reference, (sends.get(reference) ?? 0) + 1)
  }
  return sends
}
