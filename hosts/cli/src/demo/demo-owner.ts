import { randomBytes } from 'node:crypto'
import type { OperationName, ResultOf } from '@postrider/core/domain/operations/registry'
import type { Outage } from '@postrider/core/domain/refusals/outage'
import type { Refusal } from '@postrider/core/domain/refusals/refusal'
import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'

/** What the demo cannot go on without did not work; it ends with the sentence. */
export class DemoTrouble extends Error {}

const sentenceOf = (left: Refusal | Outage): string => ('cause' in left ? left.cause : left._tag)

/** What a use case answered, or the end of the demo. */
export const expectRight = <A>(what: string, answer: E.Either<Refusal | Outage, A>): A => {
  if (E.isLeft(answer)) throw new DemoTrouble(`${what}: ${sentenceOf(answer.left)}`)
  return answer.right
}

/** A person of the demo, with the password that programs sign in with. */
export interface DemoUser {
  readonly email: string
  readonly password: string
}

/** In whose name the demo does what operators do. */
export const BY_DEMO = {
  actor: { kind: 'operator', id: 'demo' },
  reason: 'To show the service at work.',
} as const

/** A person who owns Organizations, and calls operations as anybody does who is signed in. */
export interface DemoOwner {
  readonly user: DemoUser
  run<K extends OperationName>(name: K, body: object): Promise<ResultOf<K>>
}

const ORIGIN = { requestId: undefined, clientAddress: undefined }

/** Makes the user in an operator's name, and signs him in. */
export const demoOwner = async (
  { postrider }: Composition,
  email: string,
  displayName: string,
): Promise<DemoOwner> => {
  const password = randomBytes(18).toString('base64url')
  const order = { ...BY_DEMO, email, displayName, password }
  expectRight(`the user ${email} could not be made`, await postrider.createUser(order)())
  const session = expectRight('nobody could sign in', await postrider.signIn({ email, password }, ORIGIN)())
  const principal = expectRight(
    'the session is not known',
    await postrider.authenticatePerson(session.accessToken)(),
  )
  return {
    user: { email, password },
    run: async (name, body) => {
      const ran = await postrider.runOperation(principal, name, body, ORIGIN)()
      return expectRight(`${name} was refused`, ran).result
    },
  }
}
