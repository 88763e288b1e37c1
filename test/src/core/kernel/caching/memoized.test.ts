import { expect } from 'chai'
import { memoized } from '@postrider/core/kernel/caching/memoized'

describe('A memoized function', () => {
  it('computes once for each object, also if the result is undefined', () => {
    const computed: object[] = []
    const of = memoized((one: { readonly value: number | undefined }) => {
      computed.push(one)
      return one.value
    })
    const [first, second] = [{ value: 1 }, { value: undefined }]
    expect([of(first), of(second), of(first), of(second)]).to.deep.equal([1, undefined, 1, undefined])
    expect(computed).to.deep.equal([first, second])
    expect(of({ value: 1 })).to.equal(1)
    expect(computed).to.have.length(3)
  })
})
