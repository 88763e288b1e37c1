import { randomUUID } from 'node:crypto'
import type { UserId } from '@postrider/core/kernel/ids/id'
import type { OperationName, ResultOf } from '@postrider/core/assembly/registry'
import type { Principal } from '@postrider/core/identity/use-cases/callers/caller'
import { grantable } from '@postrider/core/assembly/grantable'
import { right } from '@postrider/conformance/outcome'
import { BY_OLU, type Installation, NOWHERE } from '../../hosts/set-up/an-installation.js'

/** Calls operations on behalf of a person; a refusal fails the test. */
export interface OperationCaller {
  run<K extends OperationName>(name: K, body: object): Promise<ResultOf<K>>
}

/** A super admin, with their sign-in data. */
export interface KnownAdmin extends OperationCaller {
  readonly userId: UserId
  readonly name: string
  readonly email: string
  readonly password: string
  /** One of the recovery codes, each valid once. */
  nextCode(): string
}

/** A customer who owns an organization, and the Agent that writes its templates. */
export interface KnownCustomer extends OperationCaller {
  readonly organizationId: string
  readonly brandId: string
  readonly projectId: string
  readonly name: string
  readonly agent: OperationCaller
}

type UseCases = Pick<Installation, 'postrider'>

const PASSWORD = 'nineteen amber tractors'

const inPerson = ({ postrider }: UseCases, principal: Principal): OperationCaller => ({
  run: async (name, body: object) => {
    const { result } = await right(postrider.runOperation(principal, name, body, NOWHERE))
    return result
  },
})

/** A confirmation is valid for five minutes; on a busy machine these tests take longer. */
const CONFIRMED_FOR_MS = 4 * 60_000

/**
 * An existing super admin with the data that they were shown. They confirm again before a confirmation
 * expires.
 */
export const knownAdmin = async (
  at: UseCases,
  admin: Pick<KnownAdmin, 'userId' | 'name' | 'email' | 'password' | 'nextCode'>,
): Promise<KnownAdmin> => {
  const { email, password } = admin
  const admit = async () => ({
    caller: inPerson(
      at,
      await right(at.postrider.admitOperator({ email, password, code: admin.nextCode() }, NOWHERE)),
    ),
    atMs: performance.now(),
  })
  let admitted = await admit()
  return {
    ...admin,
    run: async (name, body) => {
      if (performance.now() - admitted.atMs > CONFIRMED_FOR_MS) admitted = await admit()
      return admitted.caller.run(name, body)
    },
  }
}

/** A new super admin with every permission. */
export const makeKnownAdmin = async (at: UseCases, name: string): Promise<KnownAdmin> => {
  const email = `${name.toLowerCase()}@example.com`
  const order = { ...BY_OLU, email, displayName: name, password: PASSWORD }
  const { user, recoveryCodes } = await right(at.postrider.createSuperAdmin(order))
  const codes = [...recoveryCodes]
  const nextCode = (): string => {
    const code = codes.shift()
    if (code === undefined) throw new Error(`${name} has no code left`)
    return code
  }
  return knownAdmin(at, { userId: user.userId, name, email, password: PASSWORD, nextCode })
}

/** A new customer with an organization of that name. */
export const makeKnownCustomer = async (
  at: UseCases,
  email: string,
  name: string,
  environment: 'test' | 'production',
): Promise<KnownCustomer> => {
  const { postrider } = at
  await right(postrider.createUser({ ...BY_OLU, email, displayName: 'Asha', password: PASSWORD }))
  const session = await right(postrider.signIn({ email, password: PASSWORD }, NOWHERE))
  const person = inPerson(at, await right(postrider.authenticatePerson(session.accessToken)))
  const { organization, brand, project } = await person.run('createOrganization', {
    displayName: name,
    legalName: name,
    brandName: name,
    projectName: name,
    environment,
  })
  const { organizationId } = organization
  const { token } = await right(postrider.personSessions.begin({ email, password: PASSWORD }, NOWHERE))
  const visitor = inPerson(at, await right(postrider.personSessions.find(token)))
  const key = await visitor.run('createOrganizationAgentKey', {
    allowlist: grantable('customer'),
    organizationId,
    label: 'writer of templates',
    reason: 'To begin with.',
  })
  const agent = await right(postrider.authenticateAgent(key.secret ?? ''))
  const { brandId } = brand
  const { projectId } = project
  return {
    ...person,
    organizationId,
    brandId,
    projectId,
    name,
    agent: {
      run: async (operation, body: object) => {
        const request = { requestId: randomUUID(), ...body }
        const { result } = await right(postrider.runAgentOperation(agent, operation, request, NOWHERE))
        return result
      },
    },
  }
}
