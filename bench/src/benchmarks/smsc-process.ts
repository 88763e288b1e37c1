import { setTimeout as pause } from 'node:timers/promises'
import { openSmscSimulator } from '@postrider/provider-smpp/smsc-simulator'
import { answerCalls } from './child-calls.js'
import { SMSC_LOGIN } from './smsc-login.js'

/** An SMSC in a process of its own that takes so many milliseconds for each text. Argument: how many. */
const latencyMs = Number(process.argv[2] ?? 0)
const submittedAtMs: number[] = []
let [reported, answered, tookMs] = [0, 0, 0]

/** A busy machine wakes it later than it asks for, which is a latency too. */
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
