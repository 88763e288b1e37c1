/** What is kept of a server credential. */
export interface KeptCredential {
  readonly secret: string
  readonly projectId: string
  readonly appId: string
  readonly environment: string
  readonly label: string
  readonly expiresAt: string
}

/** What is kept of a person's session. */
export interface KeptSession {
  readonly email: string
  readonly accessToken: string
  /** By the clock of this machine, so that a wrong clock does no harm. */
  readonly accessEndsAtMs: number
  readonly refreshToken: string
}

/** What is kept of a service: its address, and at most one secret for each of its boundaries. */
export interface Profile {
  readonly url: string
  readonly credential?: KeptCredential
  readonly agentKey?: string
  readonly session?: KeptSession
}

/** The profile that is used where none is named. */
export const USUAL_PROFILE = 'default'
