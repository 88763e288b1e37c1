import { emailKeyOf } from '@postrider/core/identity/domain/people/user'
import { type AgentKeyId, isId, type OrganizationId } from '@postrider/core/kernel/ids/id'
import type { OperationName, ResultOf } from '@postrider/core/assembly/registry'
import type { Role } from '@postrider/core/identity/domain/people/roles'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { fresh } from '@postrider/conformance/builders/fresh'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { right } from '@postrider/conformance/outcome'
import { enterWebsite } from '../../builders/a-website.js'
import { anOperator, confirmedNow } from '../../builders/an-operator.js'
import { aSignedInUser, type SignedIn, takeIn } from '../../builders/signed-in.js'
import type { Reply } from './http-client.js'
import type { HttpFixture } from './http-fixture.js'
import { BY_TEST, postJson } from './people.js'

const NO_ORIGIN = { requestId: undefined, clientAddress: undefined }

/** A member of the organization who may sponsor keys. */
export const aSponsor = async (
  http: HttpFixture,
  organizationId: OrganizationId,
  role: Role = 'owner',
): Promise<SignedIn> => {
  const sponsor = await aSignedInUser(http)
  await takeIn(http, organizationId, sponsor, role)
  return sponsor
}

/** A key and its bearer value, as its creator sees them. */
export interface MadeKey {
  readonly agentKeyId: AgentKeyId
  readonly bearer: string
}

/** The parts of a fixture that run operations. */
type Runs = Pick<HttpFixture, 'ports' | 'postrider'>

const operators = new WeakMap<Runs, Operator>()

/** Runs an operation as a super admin of the fixture. */
export const asOperator = async <K extends OperationName>(
  http: Runs,
  name: K,
  body: object,
): Promise<ResultOf<K>> => {
  const known = operators.get(http)
  const operator = await (known === undefined ? anOperator(http.ports) : confirmedNow(http.ports, known))
  operators.set(http, operator)
  const { result } = await right(http.postrider.runOperation(operator, name, body, NO_ORIGIN))
  return result
}

/** Runs an operation as a user of the website. */
export const atWebsite = async <K extends OperationName>(
  http: Runs,
  { email }: Pick<SignedIn, 'email'>,
  name: K,
  body: object,
): Promise<ResultOf<K>> => {
  const user = await exclusively(http.ports, (unit) => unit.users.lockByEmail(emailKeyOf(email)))
  if (user === undefined) throw new Error(`${email} is nobody's`)
  const visitor = await enterWebsite(http.ports, user.userId)
  const { result } = await right(http.postrider.runOperation(visitor, name, body, NO_ORIGIN))
  return result
}

/**
 * A customer key that a person created for themselves on the website; without an organization, a bootstrap
 * key.
 */
export const aCustomerKey = async (
  http: Runs,
  sponsor: Pick<SignedIn, 'email'>,
  organizationId: OrganizationId | undefined,
  changes: object = {},
): Promise<MadeKey> => {
  const common = { label: 'of the test', reason: BY_TEST.reason }
  const { agentKey, secret } =
    organizationId === undefined
      ? await atWebsite(http, sponsor, 'createBootstrapAgentKey', common)
      : await atWebsite(http, sponsor, 'createOrganizationAgentKey', {
          ...common,
          organizationId,
          allowlist: ['getCustomerContext'],
          ...changes,
        })
  const { agentKeyId } = agentKey
  if (!isId('agk', agentKeyId)) throw new Error(`${agentKeyId} is no key`)
  return { agentKeyId, bearer: secret ?? '' }
}

/** Calls as an Agent, with a new `requestId` unless the body has one. */
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
