/** Why the server closes a socket, and what the client should do then (docs/contract#socket-ends). */
export const CLOSE_CODES = {
  goingAway: {
    code: 1001,
    meaning: 'The process ends; whoever was there connects again at once, after a random moment.',
  },
  tooLarge: { code: 1009, meaning: 'A frame was too large; the client stops and says so.' },
  restarting: {
    code: 1012,
    meaning: 'The process begins anew; whoever was there connects again at once, after a random moment.',
  },
  notTheProtocol: {
    code: 4400,
    meaning: 'What came was not the protocol; the client stops and says so.',
  },
  sessionEnded: {
    code: 4401,
    meaning: 'The session is over, or never was; the person signs in, and comes back to the same address.',
  },
  silentOrSlow: {
    code: 4408,
    meaning: 'The client was silent, or took nothing of what was sent; it connects again after 0.25 to 30 s.',
  },
  tooMany: {
    code: 4429,
    meaning:
      'Too many sockets or calls; the client connects again after 1 to 3 s if it was not authenticated yet, else after 30 s.',
  },
} as const

/** The reason for closing a socket. */
export type CloseReason = keyof typeof CLOSE_CODES
