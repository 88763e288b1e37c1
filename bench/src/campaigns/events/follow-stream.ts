import { setTimeout as pause } from 'node:timers/promises'
import { messageOf, type SeenEvent } from './journal.js'
import type { Customer } from './stage.js'

/** A reader of an app's stream, from its first event. */
export interface StreamReader {
  /** Everything that was read, in order. */
  readonly events: readonly SeenEvent[]
  /** Reads up to the newest event. */
  readOn(): Promise<void>
  /** Whether every message was sent, or won't be. */
  isSettled(): boolean
}

interface Page {
  readonly events: readonly SeenEvent[]
  readonly nextSequence: number
  readonly latestSequence: number
}

const LIMIT = 1_000
const AGAIN_MS = 100

/** A page of the stream; undefined: the rate was too high. */
const readFrom = async ({ tenant }: Customer, port: number, after: number): Promise<Page | undefined> => {
  const address = `http://127.0.0.1:${port}/v1/events?after=${after}&limit=${LIMIT}`
  const response = await fetch(address, { headers: { authorization: `Bearer ${tenant.bearer}` } })
  const text = await response.text()
  if (response.status === 429) return undefined
  if (response.status !== 200) throw new Error(`the events got ${response.status}: ${text}`)
  return JSON.parse(text) as Page
}

/** The newest sequence of a customer's app. */
export const latestOf = async (customer: Customer, port: number): Promise<number> => {
  for (;;) {
    const page = await readFrom(customer, port, 0)
    if (page !== undefined) return page.latestSequence
    await pause(AGAIN_MS)
  }
}

/** Reads the stream of a customer's app with `GET /v1/events`. */
export const followStream = (customer: Customer, port: number): StreamReader => {
  const events: SeenEvent[] = []
  const lastOf = new Map<string, string>()
  let next = 0
  const readPage = async (): Promise<boolean> => {
    const page = await readFrom(customer, port, next)
    if (page === undefined) {
      await pause(AGAIN_MS)
      return true
    }
    for (const event of page.events) {
      events.push(event)
      const message = messageOf(event)
      if (message !== undefined) lastOf.set(message, event.type)
    }
    next = page.nextSequence
    return next < page.latestSequence
  }
  return {
    events,
    readOn: async () => {
      while (await readPage());
    },
    isSettled: () => [...lastOf.values()].every((type) => type !== 'message.accepted'),
  }
}
