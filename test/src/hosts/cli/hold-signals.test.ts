import { expect } from 'chai'
import { holdingSignals } from '@postrider/command/hosts/hold-signals'
import { eventually } from '@postrider/conformance/eventually'

describe('Work that holds signals', () => {
  it('finishes before the process stops, and reports the signal', async () => {
    const listeners = () => process.listenerCount('SIGHUP')
    const before = listeners()
    let signals = 0
    const result = await holdingSignals(
      async () => {
        process.kill(process.pid, 'SIGHUP')
        await eventually('the word about it', () => signals > 0)
        return 'done'
      },
      () => (signals += 1),
    )
    expect([result, signals, listeners()]).to.deep.equal(['done', 1, before])
  })
})
