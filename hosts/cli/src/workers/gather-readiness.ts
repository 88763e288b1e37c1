import type { CheckName } from '@postrider/core/platform/use-cases/status/check-readiness'
import { type EpochMs, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { ReadinessAnswer } from '@postrider/web-server/hosting/readiness'
import type { LiveWorker } from './live-worker.js'

interface Answering {
  ask(what: 'readiness'): Promise<ReadinessAnswer | undefined>
}

/** The methods of a worker that readiness needs. */
export type PolledWorker = Pick<LiveWorker, 'isServing' | 'isLeaving'> & Answering

type Check = ReadinessAnswer['body']['checks'][number]

const BADNESS = { pass: 0, warn: 1, fail: 2 } as const

/**
 * Whether requests should be sent to a port that workers share. Any serving worker may get them, so all have
 * to be ready, and each check reports the worst result. If none serves, or all leave, the port isn't ready
 * (docs/api/running#readiness).
 */
export const gatherReadiness = (
  answers: readonly ReadinessAnswer[],
  isLeaving: boolean,
  nowMs: EpochMs,
): ReadinessAnswer => {
  const worst = new Map<CheckName, Check>()
  for (const check of answers.flatMap(({ body }) => body.checks)) {
    const before = worst.get(check.name)
    if (before === undefined || BADNESS[check.status] > BADNESS[before.status]) worst.set(check.name, check)
  }
  const isReady = !isLeaving && answers.length > 0 && answers.every(({ status }) => status === 200)
  const body = {
    status: isReady ? 'pass' : 'fail',
    checks: [...worst.values()],
    time: isoTime(nowMs),
  } as const
  return { status: isReady ? 200 : 503, body }
}

/**
 * Queries the workers that may get new requests. Workers that are being replaced are left out: before such a
 * process ends it closes its own connections to the database, which isn't a fault of the port.
 */
export const askReadiness = async (
  workers: readonly PolledWorker[],
  isLeaving: () => boolean,
  nowMs: () => EpochMs,
): Promise<ReadinessAnswer> => {
  const serving = workers.filter((worker) => worker.isServing() && !worker.isLeaving())
  const answers = await Promise.all(serving.map((worker) => worker.ask('readiness')))
  return gatherReadiness(
    answers.filter((answer) => answer !== undefined),
    isLeaving(),
    nowMs(),
  )
}

const failingIn = ({ body }: ReadinessAnswer): readonly CheckName[] =>
  body.checks.filter(({ status }) => status === 'fail').map(({ name }) => name)

/**
 * Whether a worker is as ready as the one that it replaces: it fails no check that the other passes. A check
 * that fails for both, for example `outbox` while no dispatcher runs, doesn't keep the old one.
 */
export const isAsReady = async (worker: Answering, before: Answering | undefined): Promise<boolean> => {
  const answer = await worker.ask('readiness')
  if (answer?.status === 200) return true
  const answerBefore = await before?.ask('readiness')
  if (answer === undefined || answerBefore === undefined) return false
  const failingBefore = failingIn(answerBefore)
  const failing = failingIn(answer)
  return failing.length > 0 && failing.every((name) => failingBefore.includes(name))
}
