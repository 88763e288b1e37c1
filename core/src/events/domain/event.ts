import type { Channel } from '../../channels/channels.js'
import type { AppId, EventId, MessageId, OrganizationId } from '../../kernel/ids/id.js'
import type { BillingStatus, FailureCode, MessageState } from '../../kernel/messages/message-state.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import {
  type EventData,
  type EventType,
  messageEventOf,
  type NotedEventType,
} from '../../feed/domain/event-note.js'
import type { Environment } from '../../tenancy/domain/records.js'
import { eventIdOf } from './event-id.js'

/** The new state of one or several messages: the same for all of them. */
export interface NewState {
  readonly channel: Channel
  readonly state: MessageState
  readonly billing: BillingStatus
  readonly failureCode: FailureCode | undefined
}

/** Consecutive events that differ only in their message, or one event that isn't about a message's state. */
export type EventRun =
  | {
      readonly kind: 'messages'
      readonly atMs: EpochMs
      readonly became: NewState
      readonly messageIds: readonly MessageId[]
    }
  | {
      readonly kind: 'note'
      readonly atMs: EpochMs
      readonly type: NotedEventType
      readonly data: EventData
    }

/** The app whose stream of events it is. */
export interface StreamOwner {
  readonly appId: AppId
  readonly organizationId: OrganizationId
  readonly environment: Environment
}

/** Consecutive events of an app that got their numbers together. */
export interface EventBlock extends StreamOwner {
  /** The sequence of its first event. */
  readonly first: number
  /** The sequence of its last event. */
  readonly last: number
  /** Random; part of the events' identifiers. */
  readonly seed: number
  readonly numberedAtMs: EpochMs
  readonly runs: readonly EventRun[]
}

/** What an event is about. */
export type EventSubject =
  | { readonly kind: 'message'; readonly messageId: MessageId; readonly became: NewState }
  | { readonly kind: 'note'; readonly data: EventData }

/** An event with its number. */
export interface AppEvent extends StreamOwner {
  readonly eventId: EventId
  readonly type: EventType
  /** Starts at 1 for each app and has no gaps, except those that an `events.gap` event states. */
  readonly sequence: number
  readonly occurredAtMs: EpochMs
  readonly subject: EventSubject
}

/** The number of events in a run. */
export const lengthOfRun = (run: EventRun): number => (run.kind === 'messages' ? run.messageIds.length : 1)

type Numberless = Pick<AppEvent, 'type' | 'occurredAtMs' | 'subject'>

const eventsOfRun = (run: EventRun): readonly Numberless[] => {
  const { atMs: occurredAtMs } = run
  if (run.kind === 'note')
    return [{ type: run.type, occurredAtMs, subject: { kind: 'note', data: run.data } }]
  const { became } = run
  const type = messageEventOf(became.state)
  return run.messageIds.map((messageId) => ({
    type,
    occurredAtMs,
    subject: { kind: 'message', messageId, became },
  }))
}

/** The events of a block, in order. */
export const eventsOfBlock = (block: EventBlock): readonly AppEvent[] => {
  const { appId, organizationId, environment, first, seed, numberedAtMs, runs } = block
  return runs.flatMap(eventsOfRun).map((event, at) => {
    const sequence = first + at
    const eventId = eventIdOf(numberedAtMs, seed, sequence)
    return { ...event, eventId, sequence, appId, organizationId, environment }
  })
}
