import { setTimeout as pause } from 'node:timers/promises'
import { openSmscSimulator } from '@postrider/provider-smpp/smsc-simulator'
import { answerCalls } from './child-calls.js'
import { SMSC_LOGIN } from './smsc-login.js'

/** An SMSC in its own process. Argument: its latency per message, in milliseconds. */
const latencyMs = Number(process.argv[2] ?? 0)
const submittedAtMs: number[] = []
let [reported, answered, tookMs] = [0, 0, 0]

/** On a busy machine it wakes up later than requested, which adds to the latency. */
const takeTime = async (): Promise<void> => {
  const beganMs = performance.now()
  await pause(latencyMs)
  answered += 1
  tookMs += performance.now() - beganMs
}

const smsc = await openSmscSimulator({
  ...SMSC_LOGIN,
  onEvent: ({ _tag }) => {
    if (_tag === 'Reported') reported += 1
    if (_tag !== 'Submitted') return undefined
    submittedAtMs.push(performance.now())
    return latencyMs === 0 ? undefined : takeTime()
  },
})

answerCalls({
  taken: () => Promise.resolve({ submittedAtMs, reported, latencyMs: tookMs / Math.max(1, answered) }),
  again: () => Promise.resolve(smsc.reportAgain()),
})
process.send?.({ listening: smsc.port })
