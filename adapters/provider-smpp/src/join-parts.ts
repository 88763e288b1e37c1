import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { InboundPart } from './read-inbound.js'

/** How long missing parts are waited for; then the parts received so far are stored. */
const WAIT_MS = 5_000

interface Gathering {
  readonly parts: Map<number, InboundPart>
  readonly stored: Promise<void>
  end(): void
}

const keyOf = ({ from, to, part }: InboundPart): string =>
  JSON.stringify([from, to, part?.reference, part?.total])

/** The parts as one text, in order. */
const joined = (parts: ReadonlyMap<number, InboundPart>, first: InboundPart): InboundPart => ({
  ...first,
  text: [...parts]
    .sort(([one], [other]) => one - other)
    .map(([, { text }]) => text)
    .join(''),
  ...(parts.size < (first.part?.total ?? 1) && { isIncomplete: true as const }),
})

/**
 * Stores long texts as one. A part is acknowledged once its whole text is stored, or the parts received
 * within 5 seconds. An SMSC may send the next part only after the acknowledgment. Resolves once the part is
 * stored.
 */
export const joinParts = (timers: Timers, store: (whole: InboundPart) => Promise<void>) => {
  const gatherings = new Map<string, Gathering>()

  const begin = (key: string, first: InboundPart): Gathering => {
    const parts = new Map<number, InboundPart>()
    let end = (): void => undefined
    const stored = new Promise<void>((resolve) => {
      const cancel = timers.after(WAIT_MS, () => resolve())
      end = () => {
        cancel()
        resolve()
      }
    }).then(() => {
      gatherings.delete(key)
      return store(joined(parts, first))
    })
    return { parts, stored, end }
  }

  return (part: InboundPart): Promise<void> => {
    if (part.part === undefined) return store(part)
    const key = keyOf(part)
    const gathering = gatherings.get(key) ?? begin(key, part)
    gatherings.set(key, gathering)
    gathering.parts.set(part.part.number, part)
    if (gathering.parts.size === part.part.total) gathering.end()
    return gathering.stored
  }
}
