import { expect } from 'chai'
import {
  type PolledWorker,
  askReadiness,
  gatherReadiness,
  isAsReady,
} from '@postrider/cli/workers/gather-readiness'
import type { ReadinessAnswer } from '@postrider/web-server/hosting/readiness'

const AT = '2026-11-23T08:00:00.000Z'

const answer = (storage: 'pass' | 'warn' | 'fail', status: 200 | 503 = 200): ReadinessAnswer => ({
  status,
  body: {
    status: status === 200 ? 'pass' : 'fail',
    checks: [
      { name: 'storage', status: storage, observedAt: AT },
      { name: 'queue', status: 'pass', observedAt: AT },
    ],
    time: AT,
  },
})

describe('The readiness of several workers', () => {
  it('is the worst of each check', () => {
    expect(gatherReadiness([answer('pass'), answer('pass')], false, 0).status).to.equal(200)
    const gathered = gatherReadiness([answer('pass'), answer('fail', 503), answer('warn')], false, 0)
    expect(gathered.status).to.equal(503)
    expect(gathered.body.status).to.equal('fail')
    expect(gathered.body.checks.map(({ name, status }) => [name, status])).to.deep.equal([
      ['storage', 'fail'],
      ['queue', 'pass'],
    ])
  })

  it('is unready if no worker serves or all are draining', () => {
    expect(gatherReadiness([], false, 0)).to.deep.include({ status: 503 })
    expect(gatherReadiness([answer('pass')], true, 0)).to.deep.include({ status: 503 })
  })

  it('excludes a worker that is being replaced, because its database closes before it ends', async () => {
    const worker = (isLeaving: boolean, given: ReadinessAnswer): PolledWorker => ({
      isServing: () => true,
      isLeaving: () => isLeaving,
      ask: () => Promise.resolve(given),
    })
    const workers = [worker(true, answer('fail', 503)), worker(false, answer('pass'))]
    const gathered = await askReadiness(
      workers,
      () => false,
      () => 0,
    )
    expect(gathered.status).to.equal(200)
    const alone = [worker(true, answer('pass'))]
    expect(
      await askReadiness(
        alone,
        () => false,
        () => 0,
      ),
    ).to.deep.include({ status: 503 })
  })
})

describe('The successor of a worker', () => {
  const answering = (given: ReadinessAnswer | undefined) => ({ ask: () => Promise.resolve(given) })
  const ready = answering(answer('pass'))
  const failing = answering(answer('fail', 503))
  const silent = answering(undefined)

  it('is ready if it passes, or fails only the checks that the worker itself fails', async () => {
    expect(await isAsReady(ready, failing)).to.equal(true)
    expect(await isAsReady(ready, undefined)).to.equal(true)
    expect(await isAsReady(failing, failing)).to.equal(true)
  })

  it("is not ready if it fails more, doesn't respond, drains, or has nothing to compare with", async () => {
    for (const before of [ready, silent, undefined]) expect(await isAsReady(failing, before)).to.equal(false)
    expect(await isAsReady(silent, failing)).to.equal(false)
    expect(await isAsReady(answering(answer('pass', 503)), failing)).to.equal(false)
  })
})
