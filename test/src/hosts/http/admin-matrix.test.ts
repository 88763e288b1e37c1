import { expect } from 'chai'
import { REFUSAL_CODES } from '@postrider/contracts/errors/refusal-codes'
import type { AgentKey } from '@postrider/core/identity/domain/agents/agent-key'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { ADMIN_PERMISSIONS, type AdminPermission } from '@postrider/core/identity/domain/people/roles'
import type { User } from '@postrider/core/identity/domain/people/user'
import { HOUR_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Operator, Principal } from '@postrider/core/identity/use-cases/callers/caller'
import { anAgentKey } from '@postrider/conformance/builders/an-agent-key'
import { aSuperAdmin } from '@postrider/conformance/builders/a-user'
import { right } from '@postrider/conformance/outcome'
import { anOperator } from '../../builders/an-operator.js'
import { aSignedInUser } from '../../builders/signed-in.js'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { ADMIN_KEY_HOLDERS, type AdminKeyHolder, type OperatorHolder, OPERATORS } from './admin-callers.js'
import {
  ADMIN_CASES,
  type AdminCase,
  type AdminOperation,
  BLOCKED_PREFIX,
  type Heard,
  heardByKey,
  heardInPerson,
} from './admin-matrix-table.js'
import { askAsAgent } from './agents.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { valueIn } from './refusals.js'
import { type ConnectedTools, connectTools } from '../mcp/connect-tools.js'

const ADMIN_OPERATIONS = Object.keys(ADMIN_CASES) as AdminOperation[]
const CALLERS = ADMIN_KEY_HOLDERS.length + OPERATORS.length
const CELLS = ADMIN_OPERATIONS.length * CALLERS
const NO_ORIGIN = { requestId: undefined, clientAddress: undefined }

/** Each of these permissions is enough. */
const permissionsOf = ({ permission }: Pick<AdminCase, 'permission'>): readonly AdminPermission[] =>
  typeof permission === 'string' ? [permission] : permission

const everythingBut = (permissions: readonly AdminPermission[]): readonly AdminPermission[] =>
  ADMIN_PERMISSIONS.filter((one) => !permissions.includes(one))

describe(`The authorization matrix of super admins' operations (${ADMIN_OPERATIONS.length} operations x ${CALLERS} callers = ${CELLS} cells)`, () => {
  let http: HttpFixture
  let tools: ConnectedTools
  before(async () => {
    http = await openHttpFixture({}, { hasTools: true })
    tools = await connectTools(http)
    await exclusively(http.ports, ({ blockedDestinations }) =>
      blockedDestinations.add({ prefix: BLOCKED_PREFIX, createdAtMs: 1 }),
    )
  })
  after(async () => {
    await tools.close()
    await http.close()
  })

  /** A stored key, created without the usual permission checks. */
  const keyOf = async (
    { facts: { user } }: { readonly facts: { readonly user: User } },
    allowlist: readonly string[],
    changes: Partial<AgentKey> = {},
  ): Promise<string> => {
    const kind = changes.kind ?? 'admin'
    const { bearer, ...secret } = http.ports.agentSecrets.create(kind)
    const place = { organizationId: undefined, expiresAtMs: undefined }
    const key = anAgentKey({ ...secret, kind, ...place, sponsorId: user.userId, allowlist, ...changes })
    await exclusively(http.ports, (unit) => unit.agentKeys.add(key))
    return bearer
  }

  const disable = ({ facts: { user } }: Operator): Promise<void> =>
    exclusively(http.ports, (unit) => unit.users.replace({ ...user, status: 'disabled' }))

  const disempower = ({ facts: { user } }: Operator): Promise<void> =>
    exclusively(http.ports, async (unit) => {
      const admin = await unit.superAdmins.lock(user.userId)
      if (admin !== undefined) unit.superAdmins.replace({ ...admin, permissions: [] })
    })

  /** A key that was accepted, and whose sponsor changes before the next call. */
  const afterwards = async (
    operation: AdminOperation,
    happens: (operator: Operator) => Promise<unknown>,
  ): Promise<string> => {
    const operator = await anOperator(http.ports)
    const bearer = await keyOf(operator, [operation])
    await askAsAgent(http, bearer, operation, {})
    await happens(operator)
    return bearer
  }

  const signedInAdmin = async () => {
    const signedIn = await aSignedInUser(http)
    const admin = aSuperAdmin({ userId: signedIn.userId, permissions: ADMIN_PERMISSIONS })
    await exclusively(http.ports, (unit) => unit.superAdmins.add(admin))
    return signedIn
  }

  const bearers = (
    operation: AdminOperation,
  ): Readonly<Record<AdminKeyHolder, () => Promise<string> | string>> => {
    const permissions = permissionsOf(ADMIN_CASES[operation])
    const mighty = () => anOperator(http.ports)
    const just = [operation]
    const others = operationsFor('adminAgent').filter((name) => name !== operation)
    const { organizationId } = http.mine.organization
    return {
      nobody: () => '',
      'a malformed admin key': async () => `${await keyOf(await mighty(), just)}x`,
      'an unknown admin key': () => http.ports.agentSecrets.create('admin').bearer,
      'a server credential': () => http.mine.bearer,
      'an access token of a super admin': async () => (await signedInAdmin()).accessToken,
      'a customer key of a super admin': async () => {
        const sponsor = await mighty()
        return keyOf(sponsor, just, { kind: 'customer', organizationId })
      },
      'a bootstrap key of a super admin': async () => keyOf(await mighty(), just, { kind: 'bootstrap' }),
      'a revoked admin key': async () => keyOf(await mighty(), just, { revokedAtMs: 1 }),
      'an expired admin key': async () => keyOf(await mighty(), just, { expiresAtMs: 1 }),
      'an admin key without the operation': async () => keyOf(await mighty(), others),
      'an admin key of a super admin who may everything': async () => keyOf(await mighty(), just),
      'an admin key of a super admin who may this alone': async () =>
        keyOf(await anOperator(http.ports, permissions.slice(-1)), just),
      'an admin key of a super admin who may everything else': async () =>
        keyOf(await anOperator(http.ports, everythingBut(permissions)), just),
      'an admin key of a super admin who was disabled a moment ago': () => afterwards(operation, disable),
      'an admin key of a super admin who lost their permissions a moment ago': () =>
        afterwards(operation, disempower),
      'an admin key of somebody who is no super admin': async () => {
        const { userId } = await aSignedInUser(http)
        const user = await exclusively(http.ports, (unit) => unit.users.lock(userId))
        if (user === undefined) throw new Error('nobody signed in')
        return keyOf({ facts: { user } }, just)
      },
    }
  }

  const confirmedBefore = (operator: Operator, agoMs: number): Operator => ({
    ...operator,
    proof: { ...operator.proof, confirmedAtMs: operator.proof.confirmedAtMs - agoMs },
  })

  const afterAll = async (happens: (operator: Operator) => Promise<unknown>): Promise<Operator> => {
    const operator = await anOperator(http.ports)
    await happens(operator)
    return operator
  }

  const operators = (
    permissions: readonly AdminPermission[],
  ): Readonly<Record<OperatorHolder, () => Promise<Principal>>> => ({
    'a person who is signed in, and is a super admin': async () => {
      const { accessToken } = await signedInAdmin()
      return right(http.postrider.authenticatePerson(accessToken))
    },
    'a super admin who may everything': () => anOperator(http.ports),
    'a super admin who may this alone': () => anOperator(http.ports, permissions.slice(-1)),
    'a super admin who may everything else': () => anOperator(http.ports, everythingBut(permissions)),
    'a super admin who confirmed a second factor six minutes ago': async () =>
      confirmedBefore(await anOperator(http.ports), 6 * MINUTE_MS),
    'a super admin who confirmed a second factor twelve hours ago': async () =>
      confirmedBefore(await anOperator(http.ports), 12 * HOUR_MS),
    'a super admin who was disabled a moment ago': () => afterAll(disable),
    'a super admin whose password was changed a moment ago': () =>
      afterAll(({ facts: { user } }) =>
        exclusively(http.ports, (unit) => unit.users.replace({ ...user, passwordHash: 'another' })),
      ),
    'a super admin who lost their permissions a moment ago': () => afterAll(disempower),
  })

  const heardFrom = async (principal: Principal, operation: AdminOperation): Promise<Heard> => {
    const { body } = ADMIN_CASES[operation]
    const answer = await http.postrider.runOperation(principal, operation, body, NO_ORIGIN)()
    if (E.isRight(answer)) return 200
    return 'cause' in answer.left ? 'service_unavailable' : REFUSAL_CODES[answer.left._tag]
  }

  it('has a case for every operation of super admins in the registry', () => {
    expect([...ADMIN_OPERATIONS].sort()).to.deep.equal(operationsFor('adminConsole'))
    for (const operation of ADMIN_OPERATIONS) {
      const { audiences, permission, stepUp }: Operation = OPERATIONS[operation]
      const declared = ADMIN_CASES[operation]
      expect(audiences.includes('adminAgent'), operation).to.equal(declared.by === 'agents too')
      const alone = typeof declared.permission === 'string' ? declared.permission : undefined
      expect(permission, operation).to.equal(alone)
      expect(stepUp, operation).to.equal(declared.isDangerous)
    }
  })

  const ways: Readonly<Record<string, typeof askAsAgent>> = {
    'over the API': askAsAgent,
    'as a tool': (_, bearer, operation, body) => tools.ask(bearer, operation, body),
  }

  for (const operation of ADMIN_OPERATIONS) {
    const declared = ADMIN_CASES[operation]
    // Operations for people only are not tools, for any key.
    const asAgents = Object.entries(ways).slice(0, declared.by === 'agents too' ? 2 : 1)
    for (const [way, ask] of asAgents)
      it(`responds to ${operation} as declared, for every key ${way} (${ADMIN_KEY_HOLDERS.length} cells)`, async () => {
        const answers: Partial<Record<AdminKeyHolder, unknown>> = {}
        const expected: Partial<Record<AdminKeyHolder, Heard>> = {}
        for (const holder of ADMIN_KEY_HOLDERS) {
          const reply = await ask(http, await bearers(operation)[holder](), operation, declared.body)
          answers[holder] = reply.status === 200 ? 200 : valueIn(reply, 'code')
          expected[holder] = heardByKey(declared, holder)
          expect(valueIn(reply, 'success'), holder).to.equal(reply.status === 200)
        }
        expect(answers).to.deep.equal(expected)
      })

    it(`responds to ${operation} as declared, for every super admin (${OPERATORS.length} cells)`, async () => {
      const answers: Partial<Record<OperatorHolder, Heard>> = {}
      const expected: Partial<Record<OperatorHolder, Heard>> = {}
      for (const holder of OPERATORS) {
        answers[holder] = await heardFrom(await operators(permissionsOf(declared))[holder](), operation)
        expected[holder] = heardInPerson(declared, holder)
      }
      expect(answers).to.deep.equal(expected)
    })
  }
})
