/** The stored data of a server credential. */
export interface KeptCredential {
  readonly secret: string
  readonly projectId: string
  readonly appId: string
  readonly environment: string
  readonly label: string
  readonly expiresAt: string
}

/** The stored data of a person's session. */
export interface KeptSession {
  readonly email: string
  readonly accessToken: string
  /** By this machine's clock, so that a wrong clock is harmless. */
  readonly accessEndsAtMs: number
  readonly refreshToken: string
}

/** The stored data of a service: its address, and at most one secret for each boundary. */
export interface Profile {
  readonly url: string
  readonly credential?: KeptCredential
  readonly agentKey?: string
  readonly session?: KeptSession
}

/** The default profile. */
export const USUAL_PROFILE = 'default'
