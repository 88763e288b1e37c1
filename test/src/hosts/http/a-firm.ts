import type { Role } from '@postrider/core/identity/domain/people/roles'
import { aSignedInUser, type SignedIn, takeIn } from '../../builders/signed-in.js'
import type { HttpFixture } from './http-fixture.js'
import type { TestTenant } from './test-tenant.js'

/** A tenant with a signed-in member of each role. */
export interface Firm {
  readonly tenant: TestTenant
  readonly members: Readonly<Record<Role, SignedIn>>
}

/** Adds a signed-in member of each role to a tenant. */
export const aFirm = async (http: HttpFixture, tenant: TestTenant): Promise<Firm> => {
  const member = async (role: Role): Promise<SignedIn> => {
    const person = await aSignedInUser(http)
    await takeIn(http, tenant.organization.organizationId, person, role)
    return person
  }
  const members = {
    owner: await member('owner'),
    admin: await member('admin'),
    developer: await member('developer'),
    billing: await member('billing'),
    viewer: await member('viewer'),
  }
  return { tenant, members }
}
