import { QUOTAS, quotaReached } from '../../../limits/domain/quotas.js'
import { brandView } from './views.js'
import type { Brand } from '../../domain/records.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { APP_PLACES } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { name } from '../../../runner/domain/fields/written-texts.js'
import { brandShape } from './shapes.js'

/** Creates a Brand; Conflict if the Organization has a hundred. */
export const createCustomerBrandEntry = entryOf('Apps', 'createCustomerBrand', {
  ...APP_PLACES,
  effect: 'adds',
  quotas: ['brands'],
  summary: 'Create a Brand',
  description: 'Creates a Brand, under which Projects are grouped.',
  success: 'The Brand is created.',
  request: mutationRequest(
    { organizationId: organizationIdField, name: name('Name of the Brand, for people.', 'Acme') },
    {},
  ),
  result: mutationResult({ brand: brandShape }, {}),
})

export const createCustomerBrand = mutation(createCustomerBrandEntry, {
  lock: 'exclusive',
  run: async (unit, call, { ids }) => {
    const { organizationId } = membershipOf(call).organization
    if ((await unit.brands.countOf(organizationId)) >= QUOTAS.brands.most)
      return E.left(quotaReached('brands'))
    const brand: Brand = {
      brandId: ids.next('brd'),
      organizationId,
      name: call.request.name.trim(),
      createdAtMs: call.nowMs,
    }
    unit.brands.add(brand)
    return E.right({ result: { brand: brandView(brand) }, about: { target: brand.brandId, details: {} } })
  },
})
