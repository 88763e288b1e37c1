import { createPasswords } from '@postrider/node/auth/argon2-passwords'
import type { User } from '@postrider/core/identity/domain/people/user'
import { E } from '@postrider/core/fp'
import { aUser } from '@postrider/conformance/builders/a-user'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import type { Scene } from './scene.js'

const PASSWORD = 'long and quiet nights'

/** A user of a scene, and their credentials. */
export interface ScenePerson {
  readonly user: User
  readonly password: string
}

/** Creates a person who can sign in. */
export const aScenePerson = async ({ storage }: Scene): Promise<ScenePerson> => {
  const passwordHash = await right(createPasswords().hash(PASSWORD))
  const user = aUser({ email: `asha.${fresh.hex(12)}@example.org`, passwordHash })
  await right(
    storage.units.transact<never, void>('exclusive', async (unit) => {
      unit.users.add(user)
      return E.right(undefined)
    }),
  )
  return { user, password: PASSWORD }
}

/** The host's response. */
export interface SceneReply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

const ANSWER_WITHIN_MS = 15_000

/** Posts once, and returns undefined if the host was killed meanwhile. */
export const postAsPerson = async (
  { baseUrl }: Scene,
  path: string,
  content: object,
  accessToken?: string,
): Promise<SceneReply | undefined> => {
  const authorization = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }
  try {
    const answer = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify(content),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    return { status: answer.status, body: (await answer.json()) as SceneReply['body'] }
  } catch {
    return undefined
  }
}
