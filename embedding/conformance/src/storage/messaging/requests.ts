import type { AccountKey } from '@postrider/core/ledger/domain/account'
import { aMessage } from '../../builders/a-message.js'
import { fresh } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { accept, aRequest, credit, type AcceptanceRequest } from './accepting.js'
import type { StorageUnderTest } from '../open-storage.js'

/** The key of an unused account. */
export const anAccountKey = (currency = 'INR'): AccountKey => ({
  organizationId: fresh.id('org'),
  environment: 'test',
  currency,
})

/** This many requests of one Organization, with the same price. */
export const requestsOf = (
  { organizationId }: AccountKey,
  count: number,
  overrides: Partial<AcceptanceRequest> = {},
) => Array.from({ length: count }, () => aRequest({ message: aMessage({ organizationId }), ...overrides }))

/** This many accepted messages of one Organization. */
export const acceptedIds = async (at: StorageUnderTest, count: number, organizationId = fresh.id('org')) => {
  const requests = Array.from({ length: count }, () => aRequest({ message: aMessage({ organizationId }) }))
  await credit(at.storage, { organizationId, environment: 'test', currency: 'INR' }, count * 25)
  await right(accept(at.storage, requests))
  return requests.map(({ message }) => message.messageId)
}
