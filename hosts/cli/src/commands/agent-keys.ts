import { grantable } from '@postrider/core/domain/operations/key-grant'
import type { KeyKind } from '@postrider/core/domain/agents/agent-key'
import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { isoTime } from '@postrider/core/domain/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { EXIT } from '../exit-code.js'
import { type Desk, NO_ANSWER } from '../terminal/desk.js'
import { endOfDay } from '../terminal/end-of-day.js'
import { order, sitDown, type Sitting, type SittingOptions } from './sitting.js'

/** What was said on the command line about a new key. */
export interface KeyOptions extends SittingOptions {
  readonly kind: KeyKind
  readonly organization?: string
  readonly sponsor?: string
  readonly label?: string
  /** Names with commas between them, or `all`. */
  readonly operations: string
  /** A date, as 2027-03-31: the key lasts to the end of that day in the time zone. */
  readonly until?: string
  readonly timeZone?: string
  readonly acknowledgeNeverExpires?: true
  readonly reason?: string
}

/** What was said on the command line about a key that is there. */
export interface KeyEndOptions extends SittingOptions {
  readonly reason?: string
  readonly overlapSeconds?: string
}

const REASON = 'Reason (kept in the audit log): '

interface Life {
  readonly expiresAt?: string
  readonly acknowledgeNeverExpires?: true
}

/** The end of a day where it was chosen, once and for all (docs/contract#key-lifetimes). */
const endOf = (date: string, timeZone: string | undefined): E.Either<string, Life> => {
  const endMs = endOfDay(date, timeZone)
  return endMs === undefined
    ? E.left(`--until must be a date such as 2027-03-31, and --time-zone a place such as Asia/Kolkata.`)
    : E.right({ expiresAt: isoTime(endMs) })
}

const lifeOf = ({ until, timeZone, acknowledgeNeverExpires }: KeyOptions): E.Either<string, Life> => {
  if (until !== undefined && acknowledgeNeverExpires === true)
    return E.left('A key has an end or none: --until and --acknowledge-never-expires exclude each other.')
  if (acknowledgeNeverExpires === true) return E.right({ acknowledgeNeverExpires })
  return until === undefined ? E.right({}) : endOf(until, timeZone)
}

const allowlistOf = ({ kind, operations }: KeyOptions): readonly string[] =>
  operations === 'all' ? grantable(kind) : operations.split(',').map((name) => name.trim())

/** What every kind of key is asked for. */
const commonBody = async ({ questions }: Desk, options: KeyOptions) => {
  const life = lifeOf(options)
  if (E.isLeft(life)) return life
  const label = options.label ?? (await questions.ask('What the key is for: '))
  const reason = options.reason ?? (await questions.ask(REASON))
  if (label === undefined || reason === undefined) return E.left(NO_ANSWER)
  return E.right({ allowlist: allowlistOf(options), label, reason, ...life.right })
}

const show =
  ({ desk: { terminal } }: Sitting) =>
  ({ agentKey, secret }: Pick<ResultOf<'createAgentKey'>, 'agentKey' | 'secret'>): void => {
    terminal.say(`created ${agentKey.agentKeyId}`)
    terminal.say(`ends    ${agentKey.expiresAt ?? 'never by itself'}`)
    terminal.say(`key     ${secret ?? ''}`)
    terminal.say('The key is not shown again.')
  }

const create = async (sitting: Sitting, options: KeyOptions): Promise<number> => {
  const { desk, operator } = sitting
  const { kind, organization } = options
  const sponsorEmail =
    kind === 'admin'
      ? operator.facts.user.email
      : (options.sponsor ?? (await desk.questions.ask('Email address of who answers for the key: ')))
  const common = await commonBody(desk, options)
  if (E.isLeft(common) || sponsorEmail === undefined) {
    desk.terminal.complain(E.isLeft(common) ? common.left : NO_ANSWER)
    return EXIT.failed
  }
  const count = common.right.allowlist.length
  const which = kind === 'admin' ? 'an admin' : `a ${kind}`
  const sentence = `Create ${which} key for which ${sponsorEmail} answers, with ${count === 1 ? 'one operation' : `${count} operations`}?`
  if (kind === 'admin') return order(sitting, sentence, 'createAdminAgentKey', common.right, show(sitting))
  const place = organization === undefined ? {} : { organizationId: organization }
  const body = { kind, sponsorEmail, ...place, ...common.right }
  return order(sitting, sentence, 'createAgentKey', body, show(sitting))
}

/** Makes an Agent key, and shows it once. */
export const createAgentKey = (desk: Desk, options: KeyOptions) =>
  sitDown(desk, options, (sitting) => create(sitting, options))

/** Puts a new key in the place of another. */
export const rotateAgentKey = (desk: Desk, agentKeyId: string, options: KeyEndOptions) =>
  sitDown(desk, options, async (sitting) => {
    const reason = options.reason ?? (await desk.questions.ask(REASON))
    const overlapSeconds = Number(options.overlapSeconds ?? '3600')
    const sentence = `Put a new key in the place of ${agentKeyId}, which ends in ${overlapSeconds} s?`
    return order(sitting, sentence, 'rotateAgentKey', { agentKeyId, overlapSeconds, reason }, show(sitting))
  })

/** Ends a key for good. */
export const revokeAgentKey = (desk: Desk, agentKeyId: string, options: KeyEndOptions) =>
  sitDown(desk, options, async (sitting) => {
    const reason = options.reason ?? (await desk.questions.ask(REASON))
    const sentence = `End the key ${agentKeyId} for good?`
    return order(sitting, sentence, 'revokeAgentKey', { agentKeyId, reason }, ({ agentKey }) =>
      desk.terminal.say(`revoked ${agentKey.agentKeyId}`),
    )
  })
