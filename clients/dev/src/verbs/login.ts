import { Postrider } from '@postrider/client'
import { chosenAddress } from '../access/access.js'
import { secretKind } from '../access/secret-kind.js'
import { checkedAddress } from '../access/service-address.js'
import { signIn } from '../access/sessions.js'
import { askSecret } from '../ask-secret.js'
import { EXIT, type ExitCode, exitCodeOf, isAnswered, usageError } from '../errors/exit-code.js'
import { readByOperation } from '../operations/call-operation.js'
import { type KeptSession, type Profile, USUAL_PROFILE } from '../profiles/profile.js'
import { checkedName, profileFiles } from '../profiles/profile-files.js'
import type { Verb } from '../verb.js'

type Kept = Omit<Profile, 'url'>

const keptCredential = async ({ terminal }: Verb, baseUrl: string, secret: string): Promise<Kept> => {
  const client = new Postrider({ credential: secret, baseUrl })
  const { projectId, appId, environment, label, expiresAt } = await client.credential.check({
    signal: terminal.signal,
  })
  return { credential: { secret, projectId, appId, environment, label, expiresAt } }
}

/** A valid key may lack the permission to read its own identity. */
const isKnownKey = (error: unknown): boolean =>
  isAnswered(error) && error.status === 403 && exitCodeOf(error) === EXIT.authentication

const keptAgentKey = async ({ terminal }: Verb, baseUrl: string, secret: string): Promise<Kept> => {
  const access = { kind: 'agent', baseUrl, bearer: () => Promise.resolve(secret) } as const
  try {
    await readByOperation(access, 'getCustomerContext', {}, terminal.signal)
  } catch (error) {
    if (!isKnownKey(error)) throw error
  }
  return { agentKey: secret }
}

const keptBySecret = async (verb: Verb, baseUrl: string): Promise<Kept> => {
  const secret = await askSecret(verb.terminal, 'Server credential (pr_…) or Agent key (prag_…): ')
  const kind = secretKind(secret)
  if (kind === 'server') return keptCredential(verb, baseUrl, secret)
  if (kind === 'agent') return keptAgentKey(verb, baseUrl, secret)
  throw usageError(
    'This is neither a server credential (pr_…) nor an Agent key (prag_…).',
    'To sign in as a person, use --email.',
  )
}

/** The stored data without secrets. */
const shownOf = ({ credential, agentKey, session }: Kept): Readonly<Record<string, unknown>> => {
  if (credential !== undefined) {
    const { secret: _, ...shown } = credential
    return { kind: 'server credential', ...shown }
  }
  return agentKey === undefined ? { kind: 'session', email: session?.email } : { kind: 'Agent key' }
}

/** Whether address and password are correct and only a code is missing. */
const isCodeMissing = (error: unknown): boolean =>
  isAnswered(error) && error.code === 'second_factor_required'

/** Asks for the password, and for a code only if the person has a second factor. */
const keptSession = async ({ terminal }: Verb, url: string, email: string): Promise<KeptSession> => {
  const password = await askSecret(terminal, `Password of ${email}: `)
  try {
    return await signIn(url, email, { password }, terminal.signal)
  } catch (error) {
    if (!isCodeMissing(error)) throw error
    const code = await askSecret(terminal, 'Code from your authenticator app, or a recovery code: ')
    return signIn(url, email, { password, code }, terminal.signal)
  }
}

/** `login` */
export const login = async (verb: Verb, { email }: { readonly email?: string }): Promise<ExitCode> => {
  const { environment } = verb.terminal
  const name = verb.access.profile ?? (environment['POSTRIDER_PROFILE'] || USUAL_PROFILE)
  const files = profileFiles(environment)
  // A malformed profile is replaced.
  const before = await files.read(checkedName(name)).catch(() => undefined)
  const url = chosenAddress(verb.terminal, verb.access, before)
  const kept =
    email === undefined
      ? await keptBySecret(verb, url)
      : {
          session: await keptSession(verb, url, email),
        }
  // Data of another service is removed.
  const others = before !== undefined && checkedAddress(before.url) === url ? before : {}
  await files.save(name, { ...others, ...kept, url })
  verb.writer().one({ profile: name, url, ...shownOf(kept) })
  return EXIT.ok
}
