import type { ErasureId, InboundId, OrganizationId, UserId } from '../../../kernel/ids/id.js'
import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import type { Message } from '../messages/message.js'

/** The text in the place of erased addresses. */
export const ERASED = '***'

/** The erasure of a recipient's data in an Organization (docs/api/erasure). */
export interface Erasure {
  readonly erasureId: ErasureId
  readonly organizationId: OrganizationId
  /** The side that requested it: an owner of the Organization, or a super admin. */
  readonly source: 'organization' | 'operator'
  readonly requestedBy: UserId
  /** The recipient, sealed, until the erasure is done. */
  readonly sealedTo: string | undefined
  readonly state: 'running' | 'done'
  /** The number of erased messages, and of erased inbound messages. */
  readonly messages: number
  readonly inboundMessages: number
  /** The number of messages that were still being sent at the last look: they are erased when they have ended. */
  readonly waiting: number
  /** The last inbound message that was checked, newest first; undefined: none yet. */
  readonly walkedTo: InboundId | undefined
  /** Whether all inbound messages were checked. */
  readonly hasWalked: boolean
  readonly createdAtMs: EpochMs
  /** When it is continued. */
  readonly dueAtMs: EpochMs
  readonly endedAtMs: EpochMs | undefined
}

/** The place that the recipient is sealed for. */
export const erasureContext = (erasureId: ErasureId): string => `erasures|${erasureId}|sealed_to`

/** How often an erasure looks again whether its last messages have ended. */
const WAIT_MS = MINUTE_MS

/** Starts an erasure. */
export const newErasure = (
  erasure: Pick<Erasure, 'erasureId' | 'organizationId' | 'source' | 'requestedBy' | 'sealedTo'>,
  nowMs: EpochMs,
): Erasure => ({
  ...erasure,
  state: 'running',
  messages: 0,
  inboundMessages: 0,
  waiting: 0,
  walkedTo: undefined,
  hasWalked: false,
  createdAtMs: nowMs,
  dueAtMs: nowMs,
  endedAtMs: undefined,
})

/** Whether a message can be erased: it is no longer sent, and its money is settled. */
export const isErasable = ({ state, billing }: Pick<Message, 'state' | 'billing'>): boolean =>
  state !== 'ACCEPTED' && state !== 'UNCONFIRMED' && billing !== 'provisional'

/** The result of one step of an erasure. */
export interface ErasureStep {
  readonly messages: number
  readonly inboundMessages: number
  readonly waiting: number
  readonly walkedTo: InboundId | undefined
  readonly hasWalked: boolean
  /** Whether the search index has all messages that were accepted before the erasure. */
  readonly isIndexed: boolean
}

/** The erasure after a step. It is done once nothing is left to erase; then it no longer has the address. */
export const afterStep = (erasure: Erasure, step: ErasureStep, nowMs: EpochMs): Erasure => {
  const { messages, inboundMessages, waiting, walkedTo, hasWalked, isIndexed } = step
  const counted = {
    ...erasure,
    messages: erasure.messages + messages,
    inboundMessages: erasure.inboundMessages + inboundMessages,
    waiting,
    walkedTo,
    hasWalked,
  }
  if (messages > 0 || !hasWalked) return { ...counted, dueAtMs: nowMs }
  if (waiting > 0 || !isIndexed) return { ...counted, dueAtMs: nowMs + WAIT_MS }
  return { ...counted, state: 'done', sealedTo: undefined, endedAtMs: nowMs }
}
