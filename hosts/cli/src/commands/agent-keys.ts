import { DateTime } from 'luxon'
import { grantable, type KeyLife } from '@postrider/core/domain/agents/key-grant'
import { type AgentKeyId, isId, type OrganizationId } from '@postrider/core/domain/ids/id'
import { E } from '@postrider/core/fp'
import type { AgentKeyOrder } from '@postrider/core/use-cases/agents/create-agent-key'
import type { IssuedAgentKey } from '@postrider/core/use-cases/agents/new-agent-key'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '../exit-code.js'
import { carryOut, type Desk, NO_ANSWER, operator } from './desk.js'

/** What was said on the command line about a new key. */
export interface KeyOptions {
  readonly kind: 'customer' | 'bootstrap'
  readonly organization?: string
  readonly email?: string
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
export interface KeyEndOptions {
  readonly reason?: string
  readonly overlapSeconds?: string
}

const REASON = 'Reason (kept in the audit log): '

/** The end of a day where it was chosen, once and for all (specification 5.5). */
const endOf = (date: string, zone: string): E.Either<string, KeyLife> => {
  const day = DateTime.fromFormat(date, 'yyyy-MM-dd', { zone })
  return day.isValid
    ? E.right({ _tag: 'Until', atMs: day.endOf('day').toMillis() })
    : E.left(`--until must be a date such as 2027-03-31, and --time-zone a place such as Asia/Kolkata.`)
}

const lifeOf = ({
  until,
  timeZone = 'local',
  acknowledgeNeverExpires,
}: KeyOptions): E.Either<string, KeyLife> => {
  if (until !== undefined && acknowledgeNeverExpires === true)
    return E.left('A key has an end or none: --until and --acknowledge-never-expires exclude each other.')
  if (acknowledgeNeverExpires === true) return E.right({ _tag: 'Never', acknowledged: true })
  return until === undefined ? E.right({ _tag: 'Usual' }) : endOf(until, timeZone)
}

const organizationOf = ({ organization }: KeyOptions): E.Either<string, OrganizationId | undefined> => {
  if (organization === undefined) return E.right(undefined)
  return isId('org', organization) ? E.right(organization) : E.left('--organization must be an id as org_….')
}

const allowlistOf = ({ kind, operations }: KeyOptions): readonly string[] =>
  operations === 'all' ? grantable(kind) : operations.split(',').map((name) => name.trim())

const orderOf = async (
  { questions }: Desk,
  options: KeyOptions,
): Promise<E.Either<string, AgentKeyOrder>> => {
  const life = lifeOf(options)
  if (E.isLeft(life)) return life
  const organizationId = organizationOf(options)
  if (E.isLeft(organizationId)) return organizationId
  const sponsorEmail = options.email ?? (await questions.ask('Email address of who answers for the key: '))
  const label = options.label ?? (await questions.ask('What the key is for: '))
  const reason = options.reason ?? (await questions.ask(REASON))
  if (sponsorEmail === undefined || label === undefined || reason === undefined) return E.left(NO_ANSWER)
  const { kind } = options
  const what = { kind, organizationId: organizationId.right, allowlist: allowlistOf(options), label }
  return E.right({ actor: operator(), reason, sponsorEmail, ...what, life: life.right })
}

const show =
  ({ terminal }: Desk) =>
  ({ key, bearer }: IssuedAgentKey): void => {
    const { agentKeyId, expiresAtMs } = key
    const end = expiresAtMs === undefined ? 'never by itself' : new Date(expiresAtMs).toISOString()
    terminal.say(`created ${agentKeyId}`)
    terminal.say(`ends    ${end}`)
    terminal.say(`key     ${bearer}`)
    terminal.say('The key is not shown again.')
  }

/** Makes an Agent key, and shows it once. */
export const createAgentKey =
  (desk: Desk, options: KeyOptions) =>
  async (composition: Composition): Promise<number> => {
    const order = await orderOf(desk, options)
    if (E.isLeft(order)) {
      desk.terminal.complain(order.left)
      return EXIT.failed
    }
    const { kind, sponsorEmail, allowlist } = order.right
    const sentence = `Create a ${kind} key for which ${sponsorEmail} answers, with ${allowlist.length} operations?`
    const { createAgentKey: create } = composition.postrider
    return carryOut(desk, composition, sentence, create(order.right), show(desk))
  }

/** The order about a key that both ends and rotations begin with. */
const keyOrderOf = async ({ questions, terminal }: Desk, id: string, { reason: given }: KeyEndOptions) => {
  if (!isId('agk', id)) {
    terminal.complain('Name a key by its id, as agk_….')
    return undefined
  }
  const reason = given ?? (await questions.ask(REASON))
  if (reason === undefined) terminal.complain(NO_ANSWER)
  const agentKeyId: AgentKeyId = id
  return reason === undefined ? undefined : { actor: operator(), reason, agentKeyId }
}

/** Puts a new key in the place of another. */
export const rotateAgentKey =
  (desk: Desk, id: string, options: KeyEndOptions) =>
  async (composition: Composition): Promise<number> => {
    const order = await keyOrderOf(desk, id, options)
    if (order === undefined) return EXIT.failed
    const overlapSeconds = Number(options.overlapSeconds ?? '3600')
    const { rotateAgentKey: rotate } = composition.postrider
    const sentence = `Put a new key in the place of ${id}, which ends in ${overlapSeconds} s?`
    return carryOut(desk, composition, sentence, rotate({ ...order, overlapSeconds }), show(desk))
  }

/** Ends a key for good. */
export const revokeAgentKey =
  (desk: Desk, id: string, options: KeyEndOptions) =>
  async (composition: Composition): Promise<number> => {
    const order = await keyOrderOf(desk, id, options)
    if (order === undefined) return EXIT.failed
    const { revokeAgentKey: revoke } = composition.postrider
    return carryOut(desk, composition, `End the key ${id} for good?`, revoke(order), ({ agentKeyId }) =>
      desk.terminal.say(`revoked ${agentKeyId}`),
    )
  }
