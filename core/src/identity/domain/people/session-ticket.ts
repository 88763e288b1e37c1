import type { Digest } from '../../../kernel/digests/digest.js'
import type { SessionId } from '../../../kernel/ids/id.js'
import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'

/**
 * Replaces a session's token for sockets, because a browser can't send its cookie there as required. It can
 * be used once, from the web origin that it was created for (docs/decisions/0047).
 */
export interface SessionTicket {
  readonly verifier: Digest
  readonly sessionId: SessionId
  /** As browsers send it: `https://console.example.com`. */
  readonly webOrigin: string
  readonly expiresAtMs: EpochMs
}

const LASTS_MS = 30 * SECOND_MS

/** Creates a ticket. */
export const startTicket = (ticket: Omit<SessionTicket, 'expiresAtMs'>, nowMs: EpochMs): SessionTicket => ({
  ...ticket,
  expiresAtMs: nowMs + LASTS_MS,
})

/** Whether the ticket is valid for this origin at this moment. */
export const isTicketGood = (
  ticket: Pick<SessionTicket, 'webOrigin' | 'expiresAtMs'>,
  webOrigin: string,
  nowMs: EpochMs,
): boolean => ticket.webOrigin === webOrigin && nowMs < ticket.expiresAtMs
