import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { Role } from '@postrider/core/identity/domain/people/roles'
import type { Organization } from '@postrider/core/tenancy/domain/records'
import type { Ports } from '@postrider/core/assembly/ports'
import { aTenant, recordsOf, type Tenant } from '@postrider/conformance/builders/a-tenant'
import { right } from '@postrider/conformance/outcome'
import { aSignedInUser, type SignedIn, takeIn } from '../../../builders/signed-in.js'

/** A signed-in person, whose session outlasts any test. */
export type Person = SignedIn

/** An Organization with the records below it, and a person with each of these roles. */
export interface Firm extends Pick<Tenant, 'organization' | 'brand' | 'project' | 'app'> {
  readonly organizationId: OrganizationId
  readonly owner: Person
  readonly admin: Person
  readonly billing: Person
  readonly viewer: Person
}

export const signIn = (ports: Ports, displayName: string): Promise<Person> =>
  aSignedInUser({ ports }, { isLasting: true, user: { displayName } })

/** Signs in a person who has this role in the Organization. */
export const join = async (ports: Ports, organizationId: OrganizationId, role: Role): Promise<Person> => {
  const person = await signIn(ports, `Asha, ${role}`)
  await takeIn({ ports }, organizationId, person, role)
  return person
}

/** Creates an Organization with an app that can send, and without any credential. */
export const found = async (ports: Ports, status: Organization['status'] = 'active'): Promise<Firm> => {
  const names = { displayName: 'Acme', legalName: 'Acme Private Limited' }
  const tenant = aTenant({ organization: { ...names, status } })
  await right(ports.storage.catalog.save({ ...recordsOf(tenant), credentials: [] }))
  const { organization, brand, project, app } = tenant
  const { organizationId } = organization
  return {
    organizationId,
    organization,
    brand,
    project,
    app,
    owner: await join(ports, organizationId, 'owner'),
    admin: await join(ports, organizationId, 'admin'),
    billing: await join(ports, organizationId, 'billing'),
    viewer: await join(ports, organizationId, 'viewer'),
  }
}
