import { CommandError, EXIT, exitCodeOf } from '../errors/exit-code.js'
import type { KeptSession } from '../profiles/profile.js'
import type { ProfileFiles } from '../profiles/profile-files.js'
import { askOnce, successOf } from './ask.js'

/** The stored part of the response of POST /v1/sessions. */
interface SessionAnswer {
  readonly accessToken: string
  readonly expiresIn: number
  readonly refreshToken: string
  readonly user: { readonly email: string }
}

/** A token that expires within this time is renewed first. */
const EARLY_MS = 30_000

const keptOf = (answer: Readonly<Record<string, unknown>>): KeptSession => {
  const { accessToken, expiresIn, refreshToken, user } = answer as unknown as SessionAnswer
  const accessEndsAtMs = Date.now() + expiresIn * 1_000
  return { email: user.email, accessToken, accessEndsAtMs, refreshToken }
}

/** The proof of a person's identity. */
export interface SignInProof {
  readonly password: string
  /** For people with a second factor. */
  readonly code?: string
}

/** Signs a person in. */
export const signIn = async (
  baseUrl: string,
  email: string,
  { password, code }: SignInProof,
  signal: AbortSignal,
): Promise<KeptSession> => {
  const body = { email, password, ...(code === undefined ? {} : { code }) }
  const question = { method: 'POST', path: '/v1/sessions', body, signal } as const
  return keptOf(successOf(await askOnce(baseUrl, question)))
}

/** Ends the session at the service. */
export const signOut = async (baseUrl: string, bearer: string, signal: AbortSignal): Promise<void> => {
  successOf(await askOnce(baseUrl, { method: 'DELETE', path: '/v1/sessions', bearer, signal }))
}

/**
 * A valid access token of a profile's session, renewed if it expires soon. The file is read at each call,
 * because another process may have renewed it.
 */
export const accessTokenOf = async (
  files: ProfileFiles,
  name: string,
  signal: AbortSignal,
): Promise<string> => {
  const profile = await files.read(name)
  const todo = `postrider-dev login --profile ${name} --email ${profile?.session?.email ?? 'YOU'}`
  if (profile?.session === undefined)
    throw new CommandError(EXIT.authentication, `The profile ${name} has no session.`, todo)
  const { session, url } = profile
  if (session.accessEndsAtMs - EARLY_MS > Date.now()) return session.accessToken
  const body = { refreshToken: session.refreshToken }
  try {
    const answer = await askOnce(url, { method: 'POST', path: '/v1/sessions/refresh', body, signal })
    const renewed = keptOf(successOf(answer))
    await files.save(name, { ...profile, session: renewed })
    return renewed.accessToken
  } catch (error) {
    if (exitCodeOf(error) !== EXIT.authentication) throw error
    throw new CommandError(EXIT.authentication, `The session of ${session.email} has expired.`, todo)
  }
}
