import type * as t from 'io-ts'
import type { BillingProfile } from '../../tenancy/billing-profile.js'
import type { billingProfileShape } from '../shapes/money-shapes.js'

/** A billing profile as it is answered: what it does not say is left out (decisions 8). */
export const billingProfileView = ({
  taxId,
  addressLine2,
  region,
  postalCode,
  ...profile
}: BillingProfile): t.TypeOf<typeof billingProfileShape> => ({
  ...profile,
  ...(taxId === undefined ? {} : { taxId }),
  ...(addressLine2 === undefined ? {} : { addressLine2 }),
  ...(region === undefined ? {} : { region }),
  ...(postalCode === undefined ? {} : { postalCode }),
})
