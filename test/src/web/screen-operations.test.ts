import { expect } from 'chai'
import { type OperationName, operationsFor } from '@postrider/core/assembly/registry'
import { screenOperations } from './screen-operations.js'

/** What programs ask for, and no screen: a page without script does it, or a reading of the website's own says more. */
const OF_PROGRAMS: readonly OperationName[] = [
  'getPlatformConfig',
  'getClientReleasePolicy',
  'acceptOrganizationInvitation',
  'listChatMessages',
  'listCustomerBillingActivity',
]

describe('The screens of the website', () => {
  const named = screenOperations('website').flatMap(({ readings, orders }) => [...readings, ...orders])

  it('are made of operations of their people alone', () => {
    expect(operationsFor('customerWebsite')).to.include.members(named)
  })

  it('leave nothing out that their people may do', () => {
    const missing = operationsFor('customerWebsite').filter(
      (name) => !named.includes(name) && !OF_PROGRAMS.includes(name),
    )
    expect(missing).to.deep.equal([])
  })
})
