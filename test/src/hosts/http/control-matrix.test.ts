import { expect } from 'chai'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { ACCESS_MS } from '@postrider/core/identity/domain/people/session'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { right } from '@postrider/conformance/outcome'
import { aSignedInUser, type SignedIn, takeIn } from '../../builders/signed-in.js'
import { aFirm, type Firm } from './a-firm.js'
import {
  type CallerKind,
  CALLERS,
  CONTROL_MATRIX,
  type ControlOperation,
  type Expected,
} from './control-matrix-table.js'
import { CONTROL_REQUESTS, type ControlBody, done } from './control-requests.js'
import type { Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { postJson } from './people.js'
import { expectRefusal, valueIn } from './refusals.js'
import { stopOrganization } from '../../core/platform/use-cases/operators/commands.js'

/** A caller that is about to call. */
interface Knocking {
  readonly bearer: string | undefined
  readonly person?: SignedIn
  /** Runs between the preparation of the call and the call. */
  readonly justBefore?: () => Promise<unknown>
}

const BY_TEST = { actor: { kind: 'operator', id: 'test' }, reason: 'For the test.' } as const
const OWNER: CallerKind = 'an owner'
const SUSPENDED: CallerKind = 'the owner of a suspended Organization'
const CONTROL_OPERATIONS = Object.keys(CONTROL_MATRIX) as ControlOperation[]
const CELLS = CONTROL_OPERATIONS.length * CALLERS.length

const as = (person: SignedIn): Knocking => ({ bearer: person.accessToken, person })

const codeOf = (reply: Reply): unknown => (reply.status === 200 ? 200 : valueIn(reply, 'code'))

describe(`The authorization matrix of control operations (${CONTROL_OPERATIONS.length} operations x ${CALLERS.length} callers = ${CELLS} cells)`, () => {
  let http: HttpFixture
  let firm: Firm
  let suspended: Firm
  /** The records of the suspended organization's owner, created while that was possible. */
  const begun = new Map<ControlOperation, ControlBody>()
  const asking = new Map<CallerKind, Knocking>()

  before(async () => {
    http = await openHttpFixture()
    firm = await aFirm(http, http.mine)
    suspended = await aFirm(http, await http.openTenant(1_000))
    const { ports, postrider } = http
    const { organizationId } = firm.tenant.organization
    const anOwner = async (changes: Parameters<typeof aSignedInUser>[1] = {}): Promise<SignedIn> => {
      const person = await aSignedInUser(http, changes)
      await takeIn(http, organizationId, person, 'owner')
      return person
    }
    const { owner, admin, developer, billing, viewer } = firm.members
    const ended = await anOwner()
    await done(http, ended, 'getCustomerContext', {})
    await right(postrider.disableUserByCommand({ ...BY_TEST, email: ended.email }))
    await right(postrider.enableUserByCommand({ ...BY_TEST, email: ended.email }))
    const secret = 'x'.repeat(43)
    const unknown = ports.sessionTokens.derive('access', ports.ids.next('ses'), 1, undefined).token
    const stand = (caller: CallerKind, knocking: Knocking) => asking.set(caller, knocking)
    stand('nobody', { bearer: undefined })
    stand('a malformed bearer', { bearer: `${owner.accessToken}x` })
    stand('an unknown access token', { bearer: unknown })
    stand('a server credential', { bearer: firm.tenant.bearer })
    stand('an Agent key', { bearer: `prag_customer_${'a'.repeat(16)}_${secret}AAAAAA` })
    stand('a refresh token', { bearer: owner.refreshToken })
    stand('an expired session', as(await anOwner({ signedInAtMs: ports.clock.nowMs() - ACCESS_MS })))
    stand('an ended session', as(ended))
    stand('a disabled user', as(await anOwner({ user: { status: 'disabled' } })))
    stand('an owner', as(owner))
    stand('an admin', as(admin))
    stand('a developer', as(developer))
    stand('a billing member', as(billing))
    stand('a viewer', as(viewer))
    stand('an owner of another Organization', as((await aFirm(http, http.other)).members.owner))
    stand(SUSPENDED, as(suspended.members.owner))
    for (const operation of CONTROL_OPERATIONS) {
      const scene = { http, firm: suspended, asker: suspended.members.owner }
      begun.set(operation, await CONTROL_REQUESTS[operation](scene))
    }
    const { organization } = suspended.tenant
    await right(stopOrganization(http.ports)({ ...BY_TEST, organizationId: organization.organizationId }))
  })
  after(() => http.close())

  /** An admin whose call was accepted, and who changes before the next call. */
  const changing = async (happens: (person: SignedIn) => Promise<unknown>): Promise<Knocking> => {
    const { organizationId } = firm.tenant.organization
    const person = await aSignedInUser(http)
    await takeIn(http, organizationId, person, 'admin')
    const justBefore = async (): Promise<unknown> => {
      await done(http, person, 'listOrganizationMembers', { organizationId })
      return happens(person)
    }
    return { ...as(person), justBefore }
  }

  const arrive = async (caller: CallerKind): Promise<Knocking> => {
    const { organizationId } = firm.tenant.organization
    switch (caller) {
      case 'a user without any Organization':
        return as(await aSignedInUser(http))
      case 'a member who was revoked a moment ago':
        return changing(({ userId }) =>
          done(http, firm.members.owner, 'revokeOrganizationMember', {
            organizationId,
            userId,
            reason: 'For the test.',
          }),
        )
      case 'an admin who became a viewer a moment ago':
        return changing(({ userId }) =>
          exclusively(http.ports, async (unit) => {
            const member = await unit.members.lock({ organizationId, userId })
            if (member === undefined) throw new Error('no such member')
            unit.members.replace({ ...member, role: 'viewer' })
          }),
        )
      default:
        return asking.get(caller) ?? { bearer: undefined }
    }
  }

  /** Refused callers ask for the same record that the owner gets at the end. */
  const bodyFor = (
    operation: ControlOperation,
    caller: CallerKind,
    { person }: Knocking,
    owners: ControlBody,
  ): ControlBody | Promise<ControlBody> => {
    if (caller === SUSPENDED) return begun.get(operation) ?? {}
    const isSame = CONTROL_MATRIX[operation][caller] !== 200 || !OPERATIONS[operation].mutation
    if (isSame || caller === OWNER || person === undefined) return owners
    return CONTROL_REQUESTS[operation]({ http, firm, asker: person })
  }

  const call = async (
    operation: ControlOperation,
    caller: CallerKind,
    owners: ControlBody,
  ): Promise<Reply> => {
    const knocking = await arrive(caller)
    const body = await bodyFor(operation, caller, knocking, owners)
    await knocking.justBefore?.()
    const { bearer } = knocking
    const headers = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }
    return postJson(http, `/v1/control/${operation}`, body, headers)
  }

  const inOrder = (operation: ControlOperation): readonly CallerKind[] => {
    const row = CONTROL_MATRIX[operation]
    const others = CALLERS.filter((caller) => caller !== OWNER)
    return [
      ...others.filter((caller) => row[caller] !== 200),
      ...others.filter((caller) => row[caller] === 200),
      OWNER,
    ]
  }

  it('has a row for every control operation of the registry', () => {
    expect([...CONTROL_OPERATIONS].sort()).to.deep.equal(operationsFor('customerControl'))
  })

  for (const operation of CONTROL_OPERATIONS) {
    it(`responds to ${operation} as declared, for every caller (${CALLERS.length} cells)`, async () => {
      const asker = firm.members.owner
      const owners = await CONTROL_REQUESTS[operation]({ http, firm, asker })
      const answers: Partial<Record<CallerKind, unknown>> = {}
      for (const caller of inOrder(operation)) {
        const expected: Expected = CONTROL_MATRIX[operation][caller]
        const reply = await call(operation, caller, owners)
        answers[caller] = codeOf(reply)
        if (expected !== 200 && answers[caller] === expected) expectRefusal(reply, expected)
      }
      expect(answers).to.deep.equal(CONTROL_MATRIX[operation])
    })
  }
})
