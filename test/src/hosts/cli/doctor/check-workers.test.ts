import { expect } from 'chai'
import { checkWorkers } from '@postrider/cli/doctor/check-workers'

describe("The doctor's check of workers", () => {
  it('shows their number, and notes if there are more than processors', () => {
    expect(checkWorkers({ workers: 1 }, 1)).to.deep.equal([])
    const [enough] = checkWorkers({ workers: 4 }, 4)
    expect(enough).to.include({ verdict: 'fine', part: 'workers' })
    expect(enough?.sentence).to.include('4 processes each, on 4 CPUs')
    const [many] = checkWorkers({ workers: 4 }, 1)
    expect(many).to.include({ verdict: 'note' })
    expect(many?.sentence).to.match(/on 1 CPU$/)
    expect(many?.advice).to.include('POSTRIDER_WORKERS=auto')
  })
})
