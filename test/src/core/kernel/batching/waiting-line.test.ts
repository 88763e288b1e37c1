import { expect } from 'chai'
import fc from 'fast-check'
import { waitingLine } from '@postrider/core/kernel/batching/waiting-line'

describe('A waiting line', () => {
  it('serves callers in the order of arrival, each once, and skips those that left', () => {
    const steps = fc.array(fc.oneof(fc.constant('join'), fc.constant('next'), fc.nat(9)), { maxLength: 80 })
    fc.assert(
      fc.property(steps, (happening) => {
        const line = waitingLine<number>()
        const leaving: Array<() => void> = []
        let model: number[] = []
        for (const step of happening) {
          if (step === 'join') {
            model.push(leaving.length)
            leaving.push(line.join(leaving.length))
          } else if (step === 'next') expect(line.next()).to.equal(model.shift())
          else if (typeof step === 'number') {
            // Leaving again after leaving or being served has no effect.
            leaving[step]?.()
            model = model.filter((one) => one !== step)
          }
          expect(line.isEmpty()).to.equal(model.length === 0)
        }
        for (const one of model) expect(line.next()).to.equal(one)
        expect(line.next()).to.equal(undefined)
      }),
    )
  })
})
