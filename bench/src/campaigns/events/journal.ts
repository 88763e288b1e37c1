import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** An event as an endpoint or a reader gets it. */
export interface SeenEvent {
  readonly id: string
  readonly type: string
  readonly sequence: number
  readonly organizationId: string
  readonly appId: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The app of an endpoint, as far as deliveries have to match it. */
interface Owner {
  readonly organizationId: string
  readonly appId: string
}

/** The broken promises of deliveries, and the repeated ones. */
export const COUNTED = ['forged', 'foreign', 'renumbered', 'overtaken', 'repeated'] as const

export type Counts = Record<(typeof COUNTED)[number], number>

/** The events of an app that arrived at any of its endpoints. */
export interface AppJournal extends Owner {
  /** The ID of each sequence that was ever delivered or read. */
  readonly idOf: ReadonlyMap<number, string>
  /** Remembers the ID of a sequence; false: it had another one. */
  sees(event: SeenEvent): boolean
}

export const openAppJournal = ({ organizationId, appId }: Owner): AppJournal => {
  const idOf = new Map<number, string>()
  return {
    organizationId,
    appId,
    idOf,
    sees: ({ sequence, id }) => {
      const known = idOf.get(sequence)
      if (known === undefined) idOf.set(sequence, id)
      return known === undefined || known === id
    },
  }
}

/** The message whose state an event is about; undefined: it is about something else. */
export const messageOf = ({ type, data }: SeenEvent): string | undefined =>
  type.startsWith('message.') && type !== 'message.received' ? String(data['messageId']) : undefined

const SECRET_PREFIX = 'whsec_'

/** Whether one of the signatures is the HMAC of Standard Webhooks. */
export const isSigned = (secret: string, headers: IncomingHttpHeaders, body: string): boolean => {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(
    (name) => headers[`webhook-${name}`],
  )
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const own = createHmac('sha256', key)
    .update(`${String(id)}.${String(timestamp)}.${body}`)
    .digest('base64')
  return String(signatures).split(' ').includes(`v1,${own}`)
}

/** The deliveries to an endpoint. */
export interface EndpointJournal {
  readonly accepted: ReadonlySet<number>
  readonly counts: Readonly<Counts>
  /** An event arrives; its response follows. */
  arrives(event: SeenEvent, isSigned: boolean): void
  /** The endpoint responds with a success. */
  accepts(event: SeenEvent): void
  /** A backup is restored: events that weren't accepted may not come again. */
  loses(): void
}

/** The last event of a message that arrived, and whether the endpoint has accepted it. */
interface LastOfMessage {
  readonly sequence: number
  readonly isAccepted: boolean
}

/**
 * Checks the deliveries to an endpoint as they arrive. An event of a message may only arrive after the endpoint
 * accepted the previous one; with strict ordering, this holds for all events.
 */
export const openEndpointJournal = (app: AppJournal, isStrict: boolean): EndpointJournal => {
  const accepted = new Set<number>()
  const lastOf = new Map<string, LastOfMessage>()
  const counts: Counts = { forged: 0, foreign: 0, renumbered: 0, overtaken: 0, repeated: 0 }
  const keyOf = (event: SeenEvent): string | undefined => (isStrict ? 'all' : messageOf(event))
  const follows = (event: SeenEvent): void => {
    const { sequence } = event
    const key = keyOf(event)
    if (key === undefined) return
    const last = lastOf.get(key)
    if (last !== undefined && sequence !== last.sequence && (sequence < last.sequence || !last.isAccepted))
      counts.overtaken += 1
    lastOf.set(key, { sequence, isAccepted: false })
  }
  return {
    accepted,
    counts,
    arrives: (event, hasSignature) => {
      if (!hasSignature) counts.forged += 1
      if (event.appId !== app.appId || event.organizationId !== app.organizationId) counts.foreign += 1
      if (!app.sees(event)) counts.renumbered += 1
      if (accepted.has(event.sequence)) counts.repeated += 1
      else follows(event)
    },
    accepts: (event) => {
      const { sequence } = event
      const key = keyOf(event)
      accepted.add(sequence)
      if (key !== undefined && lastOf.get(key)?.sequence === sequence)
        lastOf.set(key, { sequence, isAccepted: true })
    },
    loses: () => {
      for (const [key, { isAccepted }] of lastOf) if (!isAccepted) lastOf.delete(key)
    },
  }
}
