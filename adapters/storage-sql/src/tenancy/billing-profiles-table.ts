import type { BillingProfile } from '@postrider/core/tenancy/domain/billing-profile'
import { aText, aTextOrNone, anId, anInteger } from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

export const billingProfiles = recordTable<BillingProfile>('billing_profiles', {
  organizationId: anId('org', 'organization_id'),
  appId: anId('app', 'app_id'),
  legalName: aText('legal_name'),
  taxId: aTextOrNone('tax_id'),
  addressLine1: aText('address_line_1'),
  addressLine2: aTextOrNone('address_line_2'),
  city: aText('city'),
  region: aTextOrNone('region'),
  postalCode: aTextOrNone('postal_code'),
  countryCode: aText('country_code'),
  billingEmail: aText('billing_email'),
  version: anInteger('version'),
})
