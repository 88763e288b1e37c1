import { expect } from 'chai'
import PostalMime from 'postal-mime'
import { createSessionTokens } from '@postrider/node/auth/hmac-session-tokens'
import { parseMasterKey } from '@postrider/node/auth/master-key'
import { DAY_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { checkRecovery } from '@postrider/core/identity/use-cases/people/reset-password'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { takeMail, type TakingServer } from '../adapters/mail-smtp/take-mail.js'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { aScenePerson, postAsPerson } from './a-scene-person.js'
import type { CrashPoint } from './crash-point.js'
import { type Scene, setScene } from './scene.js'

/** Longer than a process may hold an email. */
const DOWNTIME_MS = 6 * MINUTE_MS

describe('A host that is killed while it sends an email', () => {
  let scene: Scene
  let mailServer: TakingServer
  beforeEach(async () => {
    mailServer = await takeMail()
    scene = await setScene({ mode: 'plain', mailUrl: `smtp://127.0.0.1:${mailServer.port}` })
  })
  afterEach(async () => {
    await scene.clear()
    await mailServer.close()
  })

  /** Requests a link for a new person at a host that is killed at the email, and returns their address. */
  const dieAt = async (point: CrashPoint): Promise<string> => {
    const doomed = await scene.startHost({ crashAt: `${point}:1`, aheadMs: 0 })
    const { user } = await aScenePerson(scene)
    expect((await postAsPerson(scene, '/v1/password-recovery', { email: user.email }))?.status).to.equal(202)
    expect((await doomed.ended).signal).to.equal('SIGKILL')
    return user.email
  }

  const untilSent = (count: number): Promise<void> =>
    eventually(`${count} mails`, () => mailServer.mails.length === count)

  /** Whether the link of the last email leads to the website, and works. */
  const linkWorks = async (): Promise<boolean> => {
    const { text } = await PostalMime.parse(mailServer.mails.at(-1)?.raw ?? '')
    const token = /http:\/\/127\.0\.0\.1:8082\/recover\?token=(\w+)/.exec(text ?? '')?.[1] ?? 'nowhere'
    const { storage, masterKey } = scene
    const sessionTokens = createSessionTokens({ current: parseMasterKey(masterKey) })
    return E.isRight(await checkRecovery({ storage, clock: createSystemClock(), sessionTokens })(token)())
  }

  const waiting = async (): Promise<number> =>
    (await right(scene.storage.mails.claim(Date.now() + DAY_MS, 0, 10))).length

  it('at C17, before the mail server has it, leaves it to the next one', async () => {
    const email = await dieAt('C17')
    expect(mailServer.mails).to.have.length(0)
    await scene.startHost({ aheadMs: DOWNTIME_MS })
    await untilSent(1)
    expect(mailServer.mails[0]?.to).to.deep.equal([email])
    expect(await linkWorks()).to.equal(true)
    await eventually('nothing waits', async () => (await waiting()) === 0)
  })

  it('at C18, before its removal, has it sent twice rather than not at all', async () => {
    const email = await dieAt('C18')
    expect(mailServer.mails.map(({ to }) => to)).to.deep.equal([[email]])
    await scene.startHost({ aheadMs: DOWNTIME_MS })
    await untilSent(2)
    expect(mailServer.mails.map(({ to }) => to)).to.deep.equal([[email], [email]])
    expect(await linkWorks()).to.equal(true)
    await eventually('nothing waits', async () => (await waiting()) === 0)
  })
})
