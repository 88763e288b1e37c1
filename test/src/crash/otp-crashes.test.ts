import { expect } from 'chai'
import { KNOWN_CODE } from '../builders/known-codes.js'
import { right } from '@postrider/conformance/outcome'
import type { CrashPoint } from './crash-point.js'
import { type Scene, setScene } from './scene.js'

type Json = Readonly<Record<string, unknown>>

interface Reply {
  readonly status: number
  readonly body: Json
}

const WRONG_CODE = '000000'
const ANSWER_WITHIN_MS = 15_000

/** Posts once, and returns undefined if the host was killed meanwhile. */
const post = async (
  { baseUrl, sendable }: Scene,
  path: string,
  key: string,
  body: Json,
): Promise<Reply | undefined> => {
  const headers = {
    authorization: `Bearer ${sendable.bearer}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const answer = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
    })
    return { status: answer.status, body: (await answer.json()) as Json }
  } catch {
    return undefined
  }
}

const verify = (scene: Scene, challengeId: string, code: string, key: string): Promise<Reply | undefined> =>
  post(scene, '/v1/otp/verify', key, { challengeId, code })

/** Starts a challenge whose host is killed at a point of its first verification, and starts another host. */
const dieAt = async (
  scene: Scene,
  point: CrashPoint,
  code: string,
): Promise<{ readonly challengeId: string; readonly heard: Reply | undefined }> => {
  const doomed = await scene.startHost({ crashAt: `${point}:1`, aheadMs: 0 })
  const { otpTemplateId: templateId } = scene.sendable
  const otp = { channel: 'sms', to: '+919876543210', templateId, otpVariable: 'code' }
  const sent = await post(scene, '/v1/otp', 'otp-key-1', otp)
  const challengeId = String(sent?.body['challengeId'])
  const heard = await verify(scene, challengeId, code, 'verify-1')
  expect((await doomed.ended).signal).to.equal('SIGKILL')
  await scene.startHost({ aheadMs: 1000 })
  return { challengeId, heard }
}

const attemptsOf = async ({ storage }: Scene): Promise<readonly number[]> => {
  const evidence = await right(storage.evidence.messages(undefined, 10))
  return evidence.flatMap(({ challenge }) => (challenge === undefined ? [] : [challenge.attempts]))
}

describe('A host that is killed while it verifies an OTP', () => {
  let scene: Scene
  beforeEach(async () => {
    scene = await setScene({ mode: 'plain' })
  })
  afterEach(() => scene.clear())

  it('at C15 loses the attempt and never returns it', async () => {
    const { challengeId, heard } = await dieAt(scene, 'C15', WRONG_CODE)
    expect(heard).to.equal(undefined)
    expect(await attemptsOf(scene)).to.deep.equal([1])
    for (let wrong = 2; wrong <= 5; wrong += 1) {
      expect((await verify(scene, challengeId, WRONG_CODE, `wrong-code-${wrong}`))?.status).to.equal(400)
      expect(await attemptsOf(scene)).to.deep.equal([wrong])
    }
    expect((await verify(scene, challengeId, KNOWN_CODE, 'too-late'))?.status).to.equal(400)
  })

  it("at C15 doesn't reveal that the code was right, and accepts it again", async () => {
    const { challengeId, heard } = await dieAt(scene, 'C15', KNOWN_CODE)
    expect(heard).to.equal(undefined)
    expect((await verify(scene, challengeId, KNOWN_CODE, 'verify-2'))?.status).to.equal(200)
    expect(await attemptsOf(scene)).to.deep.equal([2])
    expect((await verify(scene, challengeId, KNOWN_CODE, 'verify-3'))?.status).to.equal(400)
  })

  it('at C16 repeats the lost success for the same verification, and for no other', async () => {
    const { challengeId, heard } = await dieAt(scene, 'C16', KNOWN_CODE)
    expect(heard).to.equal(undefined)
    expect((await verify(scene, challengeId, KNOWN_CODE, 'verify-other'))?.status).to.equal(400)
    const again = await verify(scene, challengeId, KNOWN_CODE, 'verify-1')
    expect(again).to.deep.equal({ status: 200, body: { success: true, verified: true } })
    expect(await attemptsOf(scene)).to.deep.equal([1])
  })
})
