import { readFile } from 'node:fs/promises'
import type { CommandTerminal } from '../command-terminal.js'
import { CommandError, EXIT, usageError } from '../errors/exit-code.js'
import { type Profile, USUAL_PROFILE } from '../profiles/profile.js'
import { type ProfileFiles, profileFiles } from '../profiles/profile-files.js'
import { type SecretKind, secretKind } from './secret-kind.js'
import { checkedAddress } from './service-address.js'
import { accessTokenOf } from './sessions.js'

/** The options that choose whom a command acts for. */
export interface AccessOptions {
  readonly profile?: string
  readonly url?: string
  readonly credentialFile?: string
}

/** The chosen profile with its name and the profile files. */
export interface Chosen {
  readonly files: ProfileFiles
  readonly name: string
  readonly profile: Profile | undefined
}

/** The caller of operations. */
export interface OperationAccess {
  readonly kind: 'person' | 'agent'
  readonly baseUrl: string
  bearer(signal: AbortSignal): Promise<string>
}

/** The credential that sends messages. */
export interface SendingAccess {
  readonly baseUrl: string
  readonly credential: string
  /** The stored facts of the credential; undefined if it isn't from a profile. */
  readonly kept: Profile['credential'] | undefined
}

type Sources = Pick<CommandTerminal, 'environment'>

/** The profile of the flag, otherwise of POSTRIDER_PROFILE. A named profile must exist. */
export const chosenProfile = async ({ environment }: Sources, options: AccessOptions): Promise<Chosen> => {
  const named = options.profile ?? (environment['POSTRIDER_PROFILE'] || undefined)
  const files = profileFiles(environment)
  const name = named ?? USUAL_PROFILE
  const profile = await files.read(name)
  if (named !== undefined && profile === undefined)
    throw usageError(`Profile ${name} not found.`, `postrider-dev login --profile ${name}`)
  return { files, name, profile }
}

/** The address of the flag, otherwise of POSTRIDER_URL, otherwise of the profile. */
export const chosenAddress = (
  { environment }: Sources,
  { url }: AccessOptions,
  profile: Profile | undefined,
): string => {
  const address = url ?? (environment['POSTRIDER_URL'] || undefined) ?? profile?.url
  if (address === undefined)
    throw usageError('No service URL.', 'Pass --url, set POSTRIDER_URL, or run postrider-dev login.')
  return checkedAddress(address)
}

const secretIn = async (path: string): Promise<string> => {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    throw usageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** The kind of the secret that a command line names; undefined if it names none, or something else. */
export const givenKind = async ({ credentialFile }: AccessOptions): Promise<SecretKind | undefined> =>
  credentialFile === undefined ? undefined : secretKind(await secretIn(credentialFile))

/** A profile's secrets are sent only to its own address. */
const requireOwnAddress = ({ name, profile }: Chosen, baseUrl: string): void => {
  if (profile === undefined || checkedAddress(profile.url) === baseUrl) return
  const todo = `Use --profile with a profile of ${baseUrl}, or log in there.`
  throw usageError(`The profile ${name} is only for ${profile.url}.`, todo)
}

/** The credential of the flag, otherwise of POSTRIDER_CREDENTIAL, otherwise of the profile. */
export const sendingAccess = async (sources: Sources, options: AccessOptions): Promise<SendingAccess> => {
  const chosen = await chosenProfile(sources, options)
  const baseUrl = chosenAddress(sources, options, chosen.profile)
  const { credentialFile } = options
  const given =
    credentialFile === undefined
      ? sources.environment['POSTRIDER_CREDENTIAL'] || undefined
      : await secretIn(credentialFile)
  if (given !== undefined) return { baseUrl, credential: given, kept: undefined }
  requireOwnAddress(chosen, baseUrl)
  const kept = chosen.profile?.credential
  if (kept === undefined)
    throw new CommandError(
      EXIT.authentication,
      'No server credential.',
      'Set POSTRIDER_CREDENTIAL, or run postrider-dev login.',
    )
  return { baseUrl, credential: kept.secret, kept }
}

const asAgent = (baseUrl: string, key: string): OperationAccess => ({
  kind: 'agent',
  baseUrl,
  bearer: () => Promise.resolve(key),
})

const agentKeyGiven = async (
  { environment }: Sources,
  { credentialFile }: AccessOptions,
): Promise<string | undefined> => {
  if (credentialFile === undefined) return environment['POSTRIDER_AGENT_KEY'] || undefined
  const secret = await secretIn(credentialFile)
  if (secretKind(secret) === 'agent') return secret
  throw usageError(`${credentialFile} doesn’t contain an Agent key (prag_…).`)
}

/**
 * The caller of operations, of one of the accepted kinds. The Agent key of the flag comes first, then that of
 * POSTRIDER_AGENT_KEY, then the profile's secret.
 */
export const operationAccess = async (
  sources: Sources,
  options: AccessOptions,
  wanted: readonly OperationAccess['kind'][],
): Promise<OperationAccess> => {
  const chosen = await chosenProfile(sources, options)
  const { files, name, profile } = chosen
  const baseUrl = chosenAddress(sources, options, profile)
  if (!wanted.includes('agent') && options.credentialFile !== undefined)
    throw usageError(
      'Only people can do this, and --credential-file is not a session.',
      'postrider-dev login --email YOU',
    )
  const given = wanted.includes('agent') ? await agentKeyGiven(sources, options) : undefined
  if (given !== undefined) return asAgent(baseUrl, given)
  requireOwnAddress(chosen, baseUrl)
  for (const kind of wanted) {
    if (kind === 'agent' && profile?.agentKey !== undefined) return asAgent(baseUrl, profile.agentKey)
    if (kind === 'person' && profile?.session !== undefined)
      return { kind, baseUrl, bearer: (signal) => accessTokenOf(files, name, signal) }
  }
  throw new CommandError(
    EXIT.authentication,
    wanted.includes('person') ? 'You are not signed in.' : 'No Agent key.',
    wanted.includes('person')
      ? 'postrider-dev login --email YOU'
      : 'Set POSTRIDER_AGENT_KEY, or run postrider-dev login.',
  )
}
