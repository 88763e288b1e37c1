import { expect } from 'chai'
import { present } from '@postrider/core/kernel/present'

describe('Present fields', () => {
  it('have a value, which can be null or false', () => {
    const of = (reason: string | undefined) => present({ reason, count: 0, isLast: false, next: null })
    expect(of(undefined)).to.deep.equal({ count: 0, isLast: false, next: null })
    expect(of('late')).to.deep.equal({ reason: 'late', count: 0, isLast: false, next: null })
  })
})
