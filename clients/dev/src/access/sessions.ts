import { CommandError, EXIT, exitCodeOf } from '../errors/exit-code.js'
import type { KeptSession } from '../profiles/profile.js'
import type { ProfileFiles } from '../profiles/profile-files.js'
import { askOnce, successOf } from './ask.js'

/** Of the answer of POST /v1/sessions what is kept. */
interface SessionAnswer {
  readonly accessToken: string
  readonly expiresIn: number
  readonly refreshToken: string
  readonly user: { readonly email: string }
}

/** A token that ends this soon is renewed first. */
const EARLY_MS = 30_000

const keptOf = (answer: Readonly<Record<string, unknown>>): KeptSession => {
  const { accessToken, expiresIn, refreshToken, user } = answer as unknown as SessionAnswer
  const accessEndsAtMs = Date.now() + expiresIn * 1_000
  return { email: user.email, accessToken, accessEndsAtMs, refreshToken }
}

/** How a person proves who they are. */
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
 * An access token of a profile's session that works, renewed where it is about to end. The file is read at each call: another
 * process may have renewed it.
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
