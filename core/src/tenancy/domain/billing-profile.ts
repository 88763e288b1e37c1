import type { AppId, OrganizationId } from '../../kernel/ids/id.js'

/**
 * The recipient of an app's invoices (docs/api/access#billing-profiles). It adds no money and changes no
 * price.
 */
export interface BillingProfile {
  readonly organizationId: OrganizationId
  readonly appId: AppId
  readonly legalName: string
  readonly taxId: string | undefined
  readonly addressLine1: string
  readonly addressLine2: string | undefined
  readonly city: string
  readonly region: string | undefined
  readonly postalCode: string | undefined
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string
  readonly billingEmail: string
  readonly version: number
}
