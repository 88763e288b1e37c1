import { expect } from 'chai'
import { present } from '@postrider/core/kernel/present'

describe('Present fields', () => {
  it('are those that have a value, null and false among them', () => {
    const of = (reason: string | undefined) => present({ reason, count: 0, isLast: false, next: null })
    expect(of(undefined)).to.deep.equal({ count: 0, isLast: false, next: null })
    expect(of('late')).to.deep.equal({ reason: 'late', count: 0, isLast: false, next: null })
  })
})
