import { expect } from 'chai'
import { createSessionTokens } from '@postrider/node/auth/hmac-session-tokens'
import { parseMasterKey } from '@postrider/node/auth/master-key'
import type { Session } from '@postrider/core/identity/domain/people/session'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { SessionTokens } from '@postrider/core/identity/ports/session-tokens'
import { right } from '@postrider/conformance/outcome'
import { aScenePerson, postAsPerson, type SceneReply } from './a-scene-person.js'
import { type Scene, setScene } from './scene.js'

describe('A session whose host is killed at C16, during a refresh,', () => {
  let scene: Scene
  let tokens: SessionTokens
  beforeEach(async () => {
    scene = await setScene({ mode: 'plain' })
    tokens = createSessionTokens({ current: parseMasterKey(scene.masterKey) })
  })
  afterEach(() => scene.clear())

  const refresh = (refreshToken: unknown): Promise<SceneReply | undefined> =>
    postAsPerson(scene, '/v1/sessions/refresh', { refreshToken })

  /** The session in the database, by its first access token. */
  const sessionOf = async (accessToken: unknown): Promise<Session> => {
    const verifier = tokens.verifierOf('access', String(accessToken)) ?? ''
    const { value } = await right(scene.storage.people.bearer(verifier))
    return value?.session ?? expect.fail('there is no such session')
  }

  /** Signs in at a host that is killed at the first refresh, and returns what the client has then. */
  const dieRefreshing = async (): Promise<SceneReply['body']> => {
    const doomed = await scene.startHost({ crashAt: 'C16:1', aheadMs: 0 })
    const { user, password } = await aScenePerson(scene)
    const signedIn = await postAsPerson(scene, '/v1/sessions', { email: user.email, password })
    const held = signedIn?.body ?? {}
    expect(await refresh(held['refreshToken'])).to.equal(undefined)
    expect((await doomed.ended).signal).to.equal('SIGKILL')
    return held
  }

  it('has advanced by one generation, and repeats the response within ten seconds', async () => {
    const held = await dieRefreshing()
    const { sessionId, generation } = await sessionOf(held['accessToken'])
    expect(generation).to.equal(2)
    expect(scene.lastWords().subjects).to.deep.equal([sessionId])

    // Behind, so that the ten seconds haven't passed before it has started, on a busy machine.
    await scene.startHost({ aheadMs: -20 * SECOND_MS })
    const successor = {
      accessToken: tokens.derive('access', sessionId, 2, undefined).token,
      refreshToken: tokens.derive('refresh', sessionId, 2, undefined).token,
    }
    for (let tries = 0; tries < 2; tries += 1) {
      const again = await refresh(held['refreshToken'])
      expect(again?.status).to.equal(200)
      expect(again?.body).to.include(successor)
    }
    expect(await sessionOf(held['accessToken'])).to.include({ generation: 2, endedAtMs: undefined })

    for (const accessToken of [String(held['accessToken']), successor.accessToken]) {
      const context = await postAsPerson(scene, '/v1/control/getCustomerContext', {}, accessToken)
      expect(context?.status).to.equal(200)
    }
    expect((await refresh(successor.refreshToken))?.status).to.equal(200)
    expect(await sessionOf(held['accessToken'])).to.include({ generation: 3, endedAtMs: undefined })
  })

  it('treats a later repeat as a theft, and ends the family', async () => {
    const held = await dieRefreshing()
    await scene.startHost({ aheadMs: 11 * SECOND_MS })
    expect((await refresh(held['refreshToken']))?.status).to.equal(401)
    expect(await sessionOf(held['accessToken'])).to.include({ generation: 2, endedBy: 'reused' })
  })
})
