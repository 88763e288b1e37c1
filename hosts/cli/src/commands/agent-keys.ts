import { givable } from '@postrider/core/assembly/grantable'
import type { KeyKind } from '@postrider/core/identity/domain/agents/agent-key'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { EXIT } from '@postrider/command/exit-code'
import { type CommandIo, NO_ANSWER } from '@postrider/command/terminal/command-io'
import { endOfDay } from '@postrider/command/terminal/end-of-day'
import { order, openAdminSession, type AdminSession, type AdminSessionOptions } from './admin-session.js'

/** Options for a new key. */
export interface KeyOptions extends AdminSessionOptions {
  readonly kind: KeyKind
  readonly organization?: string
  readonly sponsor?: string
  readonly label?: string
  /** Comma-separated names, or `all`. */
  readonly operations: string
  /** A date such as 2027-03-31: the key is valid to the end of that day in the time zone. */
  readonly until?: string
  readonly timeZone?: string
  readonly acknowledgeNeverExpires?: true
  readonly reason?: string
}

/** Options for an existing key. */
export interface KeyEndOptions extends AdminSessionOptions {
  readonly reason?: string
  readonly overlapSeconds?: string
  /** Whether the credentials that the key created are revoked too. */
  readonly credentials?: boolean
}

const REASON = 'Reason (kept in the audit log): '

interface Life {
  readonly expiresAt?: string
  readonly acknowledgeNeverExpires?: true
}

/** The end of a day in the chosen time zone, fixed at creation (docs/api/access#key-lifetimes). */
const endOf = (date: string, timeZone: string | undefined): E.Either<string, Life> => {
  const endMs = endOfDay(date, timeZone)
  return endMs === undefined
    ? E.left('--until must be a date such as 2027-03-31, and --time-zone a name such as Asia/Kolkata.')
    : E.right({ expiresAt: isoTime(endMs) })
}

const lifeOf = ({ until, timeZone, acknowledgeNeverExpires }: KeyOptions): E.Either<string, Life> => {
  if (until !== undefined && acknowledgeNeverExpires === true)
    return E.left('Use either --until or --acknowledge-never-expires, not both.')
  if (acknowledgeNeverExpires === true) return E.right({ acknowledgeNeverExpires })
  return until === undefined ? E.right({}) : endOf(until, timeZone)
}

const allowlistOf = ({ kind, operations }: KeyOptions): readonly string[] =>
  operations === 'all' ? givable(kind) : operations.split(',').map((name) => name.trim())

/** The questions for every kind of key. */
const commonBody = async ({ questions }: CommandIo, options: KeyOptions) => {
  const life = lifeOf(options)
  if (E.isLeft(life)) return life
  const label = options.label ?? (await questions.ask('Purpose of the key: '))
  const reason = options.reason ?? (await questions.ask(REASON))
  if (label === undefined || reason === undefined) return E.left(NO_ANSWER)
  return E.right({ allowlist: allowlistOf(options), label, reason, ...life.right })
}

const show =
  ({ io: { terminal } }: AdminSession) =>
  ({ agentKey, secret }: Pick<ResultOf<'createAgentKey'>, 'agentKey' | 'secret'>): void => {
    terminal.say(`created ${agentKey.agentKeyId}`)
    terminal.say(`expires ${agentKey.expiresAt ?? 'never'}`)
    terminal.say(`key     ${secret ?? ''}`)
    terminal.say('The key is not shown again.')
    if (agentKey.status === 'awaiting_confirmation')
      terminal.say('The key works only after its sponsor confirms it at the website.')
  }

const create = async (session: AdminSession, options: KeyOptions): Promise<number> => {
  const { io, operator } = session
  const { kind, organization } = options
  const sponsorEmail =
    kind === 'admin'
      ? operator.facts.user.email
      : (options.sponsor ?? (await io.questions.ask('Email address of the sponsor: ')))
  const common = await commonBody(io, options)
  if (E.isLeft(common) || sponsorEmail === undefined) {
    io.terminal.complain(E.isLeft(common) ? common.left : NO_ANSWER)
    return EXIT.failed
  }
  const count = common.right.allowlist.length
  const which = kind === 'admin' ? 'an admin' : `a ${kind}`
  const sentence = `Create ${which} key with ${sponsorEmail} as its sponsor and ${count === 1 ? 'one operation' : `${count} operations`}?`
  if (kind === 'admin') return order(session, sentence, 'createAdminAgentKey', common.right, show(session))
  const place = organization === undefined ? {} : { organizationId: organization }
  const body = { kind, sponsorEmail, ...place, ...common.right }
  return order(session, sentence, 'createAgentKey', body, show(session))
}

/** Creates an Agent key, and shows it once. */
export const createAgentKeyCommand = (io: CommandIo, options: KeyOptions) =>
  openAdminSession(io, options, (session) => create(session, options))

/** Replaces a key with a new one. */
export const rotateAgentKeyCommand = (io: CommandIo, agentKeyId: string, options: KeyEndOptions) =>
  openAdminSession(io, options, async (session) => {
    const reason = options.reason ?? (await io.questions.ask(REASON))
    const overlapSeconds = Number(options.overlapSeconds ?? '3600')
    const sentence = `Replace ${agentKeyId} with a new key? The old one expires in ${overlapSeconds} s.`
    return order(session, sentence, 'rotateAgentKey', { agentKeyId, overlapSeconds, reason }, show(session))
  })

/** The outcome for the credentials that a key created, as text. */
const credentialsText = (
  { terminal }: CommandIo,
  credentials: ResultOf<'revokeAgentKey'>['credentials'],
): void => {
  for (const { credentialId, label, environment, status } of credentials)
    terminal.say(`${status === 'revoked' ? 'revoked' : 'works  '} ${credentialId} ${environment} ${label}`)
  if (credentials.some(({ status }) => status === 'active'))
    terminal.say(
      'Credentials that were created with the key still work. An owner can revoke them at the website.',
    )
}

/** Revokes a key permanently, with the credentials that it created if requested, and lists these. */
export const revokeAgentKeyCommand = (io: CommandIo, agentKeyId: string, options: KeyEndOptions) =>
  openAdminSession(io, options, async (session) => {
    const reason = options.reason ?? (await io.questions.ask(REASON))
    const { credentials: revokeCredentials = false } = options
    const sentence = revokeCredentials
      ? `Revoke the key ${agentKeyId} and the credentials that were created with it permanently?`
      : `Revoke the key ${agentKeyId} permanently?`
    const body = { agentKeyId, reason, revokeCredentials }
    return order(session, sentence, 'revokeAgentKey', body, ({ agentKey, credentials }) => {
      io.terminal.say(`revoked ${agentKey.agentKeyId}`)
      credentialsText(io, credentials)
    })
  })
