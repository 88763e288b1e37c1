import { randomBytes } from 'node:crypto'
import type { OperationName, ResultOf } from '@postrider/core/assembly/registry'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { E, type TE } from '@postrider/core/fp'
import type { Principal } from '@postrider/core/identity/use-cases/callers/caller'
import type { Composition } from '@postrider/wiring/compose'
import { NO_ORIGIN } from '@postrider/command/no-origin'

/** A failure that the demo can't continue after; it ends with the sentence. */
export class DemoError extends Error {}

const sentenceOf = (left: Refusal | Outage): string =>
  'cause' in left
    ? left.cause
    : [left._tag, ...left.fields.map(({ field, code }) => `${field} ${code}`)].join(' ')

/** The result of a use case; ends the demo if there is none. */
export const expectRight = <A>(what: string, answer: E.Either<Refusal | Outage, A>): A => {
  if (E.isLeft(answer)) throw new DemoError(`${what}: ${sentenceOf(answer.left)}`)
  return answer.right
}

/** The actor for the people that the demo creates. */
export const BY_DEMO = {
  actor: { kind: 'operator', id: 'demo' },
  reason: 'To show the service at work.',
} as const

/** A caller of operations in the demo. */
export interface DemoCaller {
  run<K extends OperationName>(name: K, body: object): Promise<ResultOf<K>>
}

/** The caller for a person, whom the runner of operations gets as a principal. */
const callerOf = ({ postrider }: Composition, principal: Principal): DemoCaller => ({
  run: async (name, body) => {
    const ran = await postrider.runOperation(principal, name, body, NO_ORIGIN)()
    return expectRight(`${name} was refused`, ran).result
  },
})

/** A person of the demo, with the password that programs sign in with. */
export interface DemoUser {
  readonly email: string
  readonly password: string
}

/** A random password. */
export const aPassword = (): string => randomBytes(18).toString('base64url')

/**
 * Creates a person with the first free email address: an earlier demo on these data may have created people.
 */
export const withFreeAddress = async <A>(
  localPart: string,
  make: (email: string) => TE.TaskEither<Refusal | Outage, A>,
): Promise<{ readonly email: string; readonly made: A }> => {
  for (let at = 1; ; at += 1) {
    const email = `${localPart}${at === 1 ? '' : `.${at}`}@postrider.example`
    const made = await make(email)()
    const isTaken = E.isLeft(made) && made.left._tag === 'Conflict'
    if (!isTaken) return { email, made: expectRight(`${email} could not be made`, made) }
  }
}

/** A signed-in person of the demo. */
export interface DemoOwner extends DemoCaller {
  readonly user: DemoUser
  /** The same person on the website, where keys are created. */
  readonly atWebsite: DemoCaller
}

/** A person of the demo, signed in to the website. */
export const visitorOf = async (composition: Composition, user: DemoUser): Promise<DemoCaller> => {
  const { begin, find } = composition.postrider.personSessions
  const { token } = expectRight('nobody could sign in at the website', await begin(user, NO_ORIGIN)())
  return callerOf(composition, expectRight('the session is not known', await find(token)()))
}

/** Signs a person of the demo in. */
export const signedInOwner = async (composition: Composition, user: DemoUser): Promise<DemoOwner> => {
  const { postrider } = composition
  const session = expectRight('nobody could sign in', await postrider.signIn(user, NO_ORIGIN)())
  const principal = expectRight(
    'the session is not known',
    await postrider.authenticatePerson(session.accessToken)(),
  )
  return { user, ...callerOf(composition, principal), atWebsite: await visitorOf(composition, user) }
}

/** Creates a person who owns Organizations, and signs them in. */
export const demoOwner = async (
  composition: Composition,
  localPart: string,
  displayName: string,
): Promise<DemoOwner> => {
  const password = aPassword()
  const { email } = await withFreeAddress(localPart, (free) =>
    composition.postrider.createUser({ ...BY_DEMO, email: free, displayName, password }),
  )
  return signedInOwner(composition, { email, password })
}

/** Signs in a super admin of the demo with one of their recovery codes. */
export const demoOperator = async (
  composition: Composition,
  { email, password }: DemoUser,
  code: string,
): Promise<DemoCaller> => {
  const claim = { email, password, code }
  const admitted = await composition.postrider.admitOperator(claim, NO_ORIGIN)()
  return callerOf(composition, expectRight(`${email} was not let in`, admitted))
}

/** An Agent of the demo, by its key. */
export const demoAgent = async ({ postrider }: Composition, bearer: string): Promise<DemoCaller> => {
  const agent = expectRight('the key is not known', await postrider.authenticateAgent(bearer)())
  return {
    run: async (name, body) => {
      const request = { requestId: `demo-${randomBytes(12).toString('hex')}`, ...body }
      const ran = await postrider.runAgentOperation(agent, name, request, NO_ORIGIN)()
      return expectRight(`${name} was refused`, ran).result
    },
  }
}
