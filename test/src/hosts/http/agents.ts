import type { KeyGrant } from '@postrider/core/domain/agents/key-grant'
import type { OrganizationId } from '@postrider/core/domain/ids/id'
import type { Role } from '@postrider/core/domain/people/roles'
import type { IssuedAgentKey } from '@postrider/core/use-cases/agents/new-agent-key'
import { fresh } from '../../builders/fresh.js'
import { right } from '../../conformance/outcome.js'
import { aSignedInUser, type SignedIn, takeIn } from '../../conformance/storage/signed-in.js'
import type { Reply } from './http-client.js'
import type { HttpFixture } from './http-fixture.js'
import { BY_TEST, postJson } from './people.js'

/** A member of the Organization who may answer for keys. */
export const aSponsor = async (
  http: HttpFixture,
  organizationId: OrganizationId,
  role: Role = 'owner',
): Promise<SignedIn> => {
  const sponsor = await aSignedInUser(http)
  await takeIn(http, organizationId, sponsor, role)
  return sponsor
}

/** A customer key that somebody answers for. */
export const aCustomerKey = (
  { postrider }: HttpFixture,
  { email }: Pick<SignedIn, 'email'>,
  organizationId: OrganizationId | undefined,
  changes: Partial<KeyGrant> = {},
): Promise<IssuedAgentKey> =>
  right(
    postrider.createAgentKey({
      ...BY_TEST,
      sponsorEmail: email,
      kind: 'customer',
      organizationId,
      allowlist: ['getCustomerContext'],
      label: 'of the test',
      life: { _tag: 'Usual' },
      ...changes,
    }),
  )

/** Asks as an Agent, under a `requestId` of its own unless the body has one. */
export const askAsAgent = (
  http: HttpFixture,
  bearer: string,
  operation: string,
  body: object = {},
): Promise<Reply> =>
  postJson(
    http,
    `/v1/agent/${operation}`,
    { requestId: `test-${fresh.hex(12)}`, ...body },
    { Authorization: `Bearer ${bearer}` },
  )
