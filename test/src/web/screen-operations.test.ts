import { expect } from 'chai'
import { type OperationName, operationsFor } from '@postrider/core/assembly/registry'
import { screenOperations } from './screen-operations.js'

/**
 * Operations for programs, without a screen: a page without script does the same, or one of the website's own
 * readings returns more.
 */
const OF_PROGRAMS: readonly OperationName[] = [
  'getPlatformConfig',
  'getClientReleasePolicy',
  'acceptOrganizationInvitation',
  'listChatMessages',
  'listCustomerBillingActivity',
  'getWebhookDelivery',
]

describe('The screens of the website', () => {
  const named = screenOperations('website').flatMap(({ readings, orders }) => [...readings, ...orders])

  it('use only operations that their users may call', () => {
    expect(operationsFor('customerWebsite')).to.include.members(named)
  })

  it('cover all operations that their users may call', () => {
    const missing = operationsFor('customerWebsite').filter(
      (name) => !named.includes(name) && !OF_PROGRAMS.includes(name),
    )
    expect(missing).to.deep.equal([])
  })
})
