import { expect } from 'chai'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { screenOperations } from './screen-operations.js'

describe('The screens of the website', () => {
  const named = screenOperations('website').flatMap(({ readings, orders }) => [...readings, ...orders])

  it('use only operations that their users may call', () => {
    expect(operationsFor('customerWebsite')).to.include.members(named)
  })

  it("cover all operations that their users may call, except those that say why they don't need one", () => {
    for (const name of operationsFor('customerWebsite')) {
      const { noScreen }: Operation = OPERATIONS[name]
      expect(named.includes(name), name).to.equal(noScreen === undefined)
    }
  })
})
