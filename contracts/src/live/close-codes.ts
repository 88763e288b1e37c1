/** Why the server closes a socket, and what the client should do then (docs/api/sockets#socket-ends). */
export const CLOSE_CODES = {
  goingAway: {
    code: 1001,
    meaning: 'The server process is shutting down. Reconnect immediately, with random jitter.',
  },
  tooLarge: { code: 1009, meaning: "A frame was too large. Don't reconnect; report the error." },
  restarting: {
    code: 1012,
    meaning: 'The server process is restarting. Reconnect immediately, with random jitter.',
  },
  notTheProtocol: {
    code: 4400,
    meaning: "A frame wasn't valid in this protocol. Don't reconnect; report the error.",
  },
  sessionEnded: {
    code: 4401,
    meaning:
      "The session has expired or doesn't exist. The person has to sign in, and then returns to the same address.",
  },
  silentOrSlow: {
    code: 4408,
    meaning: "The client sent nothing, or didn't read what was sent. Reconnect after 0.25 to 30 s.",
  },
  tooMany: {
    code: 4429,
    meaning:
      'Too many sockets or calls. Reconnect after 1 to 3 s if not yet authenticated, otherwise after 30 s.',
  },
} as const

/** The reason for closing a socket. */
export type CloseReason = keyof typeof CLOSE_CODES
