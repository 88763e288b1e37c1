import type { Digest } from '../../../kernel/digests/digest.js'
import type { SessionId } from '../../../kernel/ids/id.js'
import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'

/**
 * Stands in for a session's token where a browser cannot send its cookie as it should: at a socket. It is spent once, by
 * whoever comes from the web origin that it was made for (docs/decisions/0047).
 */
export interface SessionTicket {
  readonly verifier: Digest
  readonly sessionId: SessionId
  /** As browsers send it: `https://console.example.com`. */
  readonly webOrigin: string
  readonly expiresAtMs: EpochMs
}

const LASTS_MS = 30 * SECOND_MS

/** A ticket that begins. */
export const startTicket = (ticket: Omit<SessionTicket, 'expiresAtMs'>, nowMs: EpochMs): SessionTicket => ({
  ...ticket,
  expiresAtMs: nowMs + LASTS_MS,
})

/** Whether the ticket lets somebody in who comes from there at this moment. */
export const isTicketGood = (
  ticket: Pick<SessionTicket, 'webOrigin' | 'expiresAtMs'>,
  webOrigin: string,
  nowMs: EpochMs,
): boolean => ticket.webOrigin === webOrigin && nowMs < ticket.expiresAtMs
