import { expect } from 'chai'
import { planesOf } from './planes.js'

const namesOf = (list: string): readonly string[] => planesOf(list).map(({ name }) => name)

describe('Named planes', () => {
  it('can be one, several or all', () => {
    expect(namesOf('batch')).to.deep.equal(['batch'])
    expect(namesOf('control,acceptance')).to.deep.equal(['control', 'acceptance'])
    expect(namesOf('both')).to.deep.equal(['acceptance', 'dispatch'])
    expect(namesOf('all')).to.deep.equal([
      'acceptance',
      'crowd',
      'organizations',
      'dry-run',
      'batch',
      'dispatch',
      'reads',
      'control',
    ])
  })

  it('are refused if no such plane exists', () => {
    expect(() => planesOf('acceptance,speed')).to.throw('--plane names one of acceptance, crowd')
  })
})
