import type { UserId } from '@postrider/core/kernel/ids/id'
import { right } from '@postrider/conformance/outcome'
import { fresh } from '@postrider/conformance/builders/fresh'
import type { Reply, Sent } from './http-client.js'
import type { HttpFixture } from './http-fixture.js'
import { valueIn } from './refusals.js'

/** A user of a fixture with their password. */
export interface Person {
  readonly userId: UserId
  readonly email: string
  readonly password: string
}

export const BY_TEST = { actor: { kind: 'operator', id: 'test' }, reason: 'For the test.' } as const

/** A password that is hard to guess. */
export const aPassword = (): string => `long and quiet ${fresh.hex(12)}`

/** A new user. */
export const aPerson = async ({ postrider }: HttpFixture): Promise<Person> => {
  const email = `asha.${fresh.hex(8)}@example.com`
  const password = aPassword()
  const order = { ...BY_TEST, email, displayName: 'Asha', password }
  const { userId } = await right(postrider.createUser(order))
  return { userId, email, password }
}

/** Sends JSON. */
export const postJson = (
  http: HttpFixture,
  path: string,
  body: unknown,
  more: Sent['headers'] = {},
): Promise<Reply> =>
  http.call('POST', path, {
    headers: { 'Content-Type': 'application/json', ...more },
    body: JSON.stringify(body),
  })

/** Signs in over HTTP, and returns the access token. */
export const signInAs = async (
  http: HttpFixture,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<string> => {
  const signedIn = await postJson(http, '/v1/sessions', { email, password })
  return String(valueIn(signedIn, 'accessToken'))
}

/** Calls a control operation with an access token. */
export const control = (
  http: HttpFixture,
  accessToken: string,
  operation: string,
  body: object = {},
): Promise<Reply> =>
  postJson(http, `/v1/control/${operation}`, body, { Authorization: `Bearer ${accessToken}` })
