import { endedSession, startSession } from '@postrider/core/identity/domain/people/session'
import { emailKeyOf, type User } from '@postrider/core/identity/domain/people/user'
import { E, type TE } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'
import { tokensOf } from '@postrider/core/identity/use-cases/people/session-answer'
import { compose } from '@postrider/wiring/compose'
import { prepareDataDir } from '@postrider/wiring/data-dir'
import { benchSettings } from '../bench-settings.js'
import { provisionBench } from '../bench-tenants.js'
import type { BenchTenant } from '../requests.js'
import type { Variant } from '../variant.js'

/** The numbers of subjects, of which each sample uses a new one. */
export interface StagePlan {
  readonly users: number
  readonly endedSessions: number
}

/** The people and records at the start of the requests. */
export interface TimingStage {
  readonly mine: BenchTenant
  readonly foreign: BenchTenant
  /** A member of `mine` who can sign in with the password. */
  readonly member: string
  /** Refresh tokens of ended sessions. */
  readonly ended: readonly string[]
}

/** The password of all users, so that it is hashed once. */
export const STAGE_PASSWORD = 'a quiet word before the storm'

export type Whom = 'known' | 'stops' | 'other'

/** An address of a user, of a disabled user or of nobody, all of the same length. */
export const addressOf = (whom: Whom, serial: number): string =>
  `${whom}.${String(serial).padStart(6, '0')}@example.com`

const orThrow = async <A>(task: TE.TaskEither<object, A>): Promise<A> => {
  const done = await task()
  if (E.isLeft(done)) throw new Error(JSON.stringify(done.left))
  return done.right
}

const userOf = ({ ids, clock }: Ports, email: string, passwordHash: string): User => ({
  userId: ids.next('usr'),
  email,
  emailKey: emailKeyOf(email),
  displayName: 'Asha',
  passwordHash,
  status: 'active',
  createdAtMs: clock.nowMs(),
  version: 1,
})

/** Adds users through the port with one hash for all; the use case would compute one for each. */
const addUsers = async (ports: Ports, mine: BenchTenant, count: number): Promise<User> => {
  const passwordHash = await orThrow(ports.passwords.hash(STAGE_PASSWORD))
  const member = userOf(ports, 'member@example.com', passwordHash)
  await orThrow(
    ports.storage.units.transact<never, void>('exclusive', async (unit) => {
      for (let serial = 0; serial < count; serial += 1) {
        unit.users.add(userOf(ports, addressOf('known', serial), passwordHash))
        unit.users.add({ ...userOf(ports, addressOf('stops', serial), passwordHash), status: 'disabled' })
      }
      unit.users.add(member)
      const { organizationId } = mine
      const createdAtMs = ports.clock.nowMs()
      unit.members.add({ organizationId, userId: member.userId, role: 'owner', createdAtMs })
      return E.right(undefined)
    }),
  )
  return member
}

const addEndedSessions = async (ports: Ports, user: User, count: number): Promise<readonly string[]> => {
  const nowMs = ports.clock.nowMs()
  const sessions = Array.from({ length: count }, () =>
    endedSession(startSession(ports.ids.next('ses'), user.userId, nowMs), 'signed_out', nowMs),
  )
  const tokens = sessions.map((session) => tokensOf(ports, session, user, undefined))
  await orThrow(
    ports.storage.units.transact<never, void>('shared', async (unit) => {
      for (const session of sessions) unit.sessions.add(session)
      for (const { records } of tokens) unit.sessions.addTokens(records)
      return E.right(undefined)
    }),
  )
  return tokens.map(({ answer }) => answer.refreshToken)
}

/** Fills an empty database before the measured server starts on it. */
export const setTimingStage = async (variant: Variant, plan: StagePlan): Promise<TimingStage> => {
  const settings = benchSettings(variant)
  const prepared = prepareDataDir(settings)
  if (E.isLeft(prepared)) throw new Error(prepared.left.problem)
  const composition = await compose(settings)
  const { ports } = composition
  try {
    await orThrow(ports.storage.health.migrate())
    const [mine, foreign] = (await provisionBench(ports, 2)).tenants
    if (mine === undefined || foreign === undefined) throw new Error('two tenants are needed')
    const member = await addUsers(ports, mine, plan.users)
    const ended = await addEndedSessions(ports, member, plan.endedSessions)
    return { mine, foreign, member: member.email, ended }
  } finally {
    await composition.close()
  }
}
