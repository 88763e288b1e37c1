import { grantable } from '@postrider/core/assembly/grantable'
import type { AuditEntry } from '@postrider/core/audit/domain/chain'
import { type OperationName, OPERATIONS, type ResultOf } from '@postrider/core/assembly/registry'
import type { AdminPermission, Role } from '@postrider/core/identity/domain/people/roles'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { E, type TE } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { verifyAudit } from '@postrider/core/audit/use-cases/verify-audit'
import { proveRegister } from '@postrider/core/consent/use-cases/prove-register'
import type { OperationAnswer } from '@postrider/core/runner/use-cases/decoded-call'
import { IMPLEMENTATIONS } from '@postrider/core/assembly/implementations'
import { operationRunner } from '@postrider/core/runner/use-cases/run-operation'
import { agentAuthentication } from '@postrider/core/identity/use-cases/agents/agent-authentication'
import { knownChanges } from '@postrider/core/tenancy/use-cases/known-changes'
import { callersOf } from '@postrider/core/runner/use-cases/callers'
import type { Operator, WebsiteUser } from '@postrider/core/identity/use-cases/callers/caller'
import { operatorAuthentication } from '@postrider/core/identity/use-cases/people/operator-authentication'
import { peopleAuthentication } from '@postrider/core/identity/use-cases/people/people-authentication'
import { websiteAuthentication } from '@postrider/core/identity/use-cases/people/website-authentication'
import { proveIdentity } from '@postrider/core/identity/use-cases/people/prove-identity'
import { sqliteOpener } from '../../adapters/storage-sql/open-databases.js'
import { anAgentKey } from '@postrider/conformance/builders/an-agent-key'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { enterWebsite } from '../../builders/a-website.js'
import { anOperator } from '../../builders/an-operator.js'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { found, join, type Person, signIn } from '../runner/use-cases/a-firm.js'
import { overviewReadings } from '@postrider/core/platform/use-cases/status/read-overview'
import { type House, openHouse, portsIn } from '../runner/use-cases/office-ports.js'

export type { Firm, Person } from '../runner/use-cases/a-firm.js'

/** The offer of the office's platform, and its defaults for new Organizations. */
export const OFFER = {
  publicUrl: 'https://api.example.com',
  contractVersion: '1.2.0',
  currencies: ['INR', 'GBP'],
  currency: 'INR',
  testCreditMinor: 100_000,
} as const

const ORIGIN = { requestId: 'req-of-the-test', clientAddress: '192.0.2.1' }

type Answer = E.Either<Refusal | Outage, OperationAnswer>
type Ask = (person: Person, operation: OperationName, body: object) => Promise<Answer>

const runnerOn = (ports: Ports) => {
  const people = peopleAuthentication(ports)
  const agents = agentAuthentication(ports)
  const prove = proveIdentity(ports)
  const operators = operatorAuthentication(ports, prove)
  const website = websiteAuthentication(ports)
  const callers = callersOf({ people, website, operators, agents }, knownChanges(ports))
  const needs = {
    ...ports,
    platform: OFFER,
    prove,
    overview: overviewReadings(ports),
    entries: Object.values(OPERATIONS),
  }
  const run = operationRunner(needs, callers, IMPLEMENTATIONS)
  return { people, operators, agents, run }
}

/** Lets people call through these ports. */
const asking = (ports: Ports): Ask => {
  const { people, run } = runnerOn(ports)
  return async ({ accessToken }, operation, body) =>
    run(await right(people.authenticate(accessToken)), operation, body, ORIGIN)()
}

/** Lets a person's Agent call, each time with a key that has every permission of its kind. */
const askingByAgent = (ports: Ports) => {
  const { people, agents, run } = runnerOn(ports)
  /** A new key of the person's. */
  const keyFor = async ({ accessToken }: Person, operation: OperationName): Promise<string> => {
    const { facts } = await right(people.authenticate(accessToken))
    const kind = grantable('bootstrap').includes(operation) ? 'bootstrap' : 'customer'
    const home = facts.memberships[0]?.organization.organizationId
    const { bearer, ...kept } = ports.agentSecrets.create(kind)
    const key = anAgentKey({
      ...kept,
      kind,
      organizationId: kind === 'customer' ? home : undefined,
      sponsorId: facts.user.userId,
      allowlist: grantable(kind),
      expiresAtMs: undefined,
    })
    await exclusively(ports, (unit) => unit.agentKeys.add(key))
    return bearer
  }
  const askWith = async (bearer: string, operation: OperationName, body: object): Promise<Answer> => {
    const agent = await right(agents.authenticate(bearer))
    return run(agent, operation, { requestId: fresh.hex(16), ...body }, ORIGIN)()
  }
  return { keyFor, askWith }
}

/** Lets super admins call, in person and through their Agents. */
const askingAbove = (ports: Ports) => {
  const { agents, run } = runnerOn(ports)
  const askAbove = (caller: Operator, operation: OperationName, body: object): Promise<Answer> =>
    run(caller, operation, body, ORIGIN)()
  /** Uses a new admin key of the super admin's with every permission of such keys. */
  const askByAdminAgent = async (
    { facts }: Operator,
    operation: OperationName,
    body: object,
  ): Promise<Answer> => {
    const { bearer, ...kept } = ports.agentSecrets.create('admin')
    const powers = { kind: 'admin', organizationId: undefined, allowlist: grantable('admin') } as const
    const key = anAgentKey({ ...kept, ...powers, sponsorId: facts.user.userId, expiresAtMs: undefined })
    await exclusively(ports, (unit) => unit.agentKeys.add(key))
    const agent = await right(agents.authenticate(bearer))
    return run(agent, operation, { requestId: fresh.hex(16), ...body }, ORIGIN)()
  }
  return { askAbove, askByAdminAgent }
}

/** Lets people call the website, with a new sign-in for each call. */
const askingAtWebsite = (ports: Ports) => {
  const { run } = runnerOn(ports)
  const askThere = (caller: WebsiteUser, operation: OperationName, body: object): Promise<Answer> =>
    run(caller, operation, body, ORIGIN)()
  const ask: Ask = async ({ userId }, operation, body) =>
    askThere(await enterWebsite(ports, userId), operation, body)
  return { ask, askThere }
}

/** Returns the response of a call, which must be a success. The registry defines its type. */
const doing =
  <Caller>(ask: (caller: Caller, operation: OperationName, body: object) => Promise<Answer>) =>
  async <K extends OperationName>(caller: Caller, operation: K, body: object): Promise<ResultOf<K>> => {
    const answer = await ask(caller, operation, body)
    if (E.isRight(answer)) return answer.right.result
    throw new Error(`${operation} was refused: ${JSON.stringify(answer.left)}`)
  }

/** Returns the refusals and outages of calls that must have written nothing. */
const unchanged =
  ({ writtenVersion }: House) =>
  async (what: string, act: TE.TaskEither<Refusal | Outage, unknown>): Promise<Refusal | Outage> => {
    const before = await writtenVersion()
    const outcome = await act()
    if (E.isRight(outcome)) throw new Error(`${what} was done: ${JSON.stringify(outcome.right)}`)
    if ((await writtenVersion()) !== before) throw new Error(`${what} was refused, and has written something`)
    return outcome.left
  }

/** Two firms and all operations, over the database of the house. */
const anOffice = async (house: House) => {
  const ports = portsIn(house)
  const firm = await found(ports)
  const other = await found(ports)
  const { organizationId } = firm
  const ask = asking(ports)
  const { keyFor, askWith } = askingByAgent(ports)
  const askByAgent: Ask = async (person, operation, body) =>
    askWith(await keyFor(person, operation), operation, body)
  const { askAbove, askByAdminAgent } = askingAbove(ports)
  const website = askingAtWebsite(ports)
  const refusedOf = unchanged(house)
  return {
    ...ports,
    ...firm,
    storageUrl: house.url,
    other,
    write: <A>(work: (unit: UnitOfWork) => A | Promise<A>): Promise<A> => exclusively(ports, work),
    /** Creates a third firm, which is suspended. */
    suspended: () => found(ports, 'suspended'),
    /** Signs in another member of the firm. */
    member: (role: Role) => join(ports, organizationId, role),
    /** Signs in another person, who is no member of any Organization. */
    stranger: () => signIn(ports, 'stranger'),
    ask,
    /** Like `ask`, on another port or two. */
    askOver: (overrides: Partial<Ports>): Ask => asking({ ...ports, ...overrides }),
    done: doing(ask),
    /** Like `done`, on another port or two. */
    doneOver: (overrides: Partial<Ports>) => doing(asking({ ...ports, ...overrides })),
    /** Like `done`, for the person's Agent. */
    doneByAgent: doing(askByAgent),
    /** Returns the code of a refused call, which must have written nothing. */
    refused: (person: Person, operation: OperationName, body: object) =>
      refusedOf(operation, () => ask(person, operation, body)),
    /** Like `refused`, for the person's Agent. */
    refusedByAgent: async (person: Person, operation: OperationName, body: object) => {
      const bearer = await keyFor(person, operation)
      return refusedOf(operation, () => askWith(bearer, operation, body))
    },
    /** Like `ask`, for a person at the website. */
    askAtWebsite: website.ask,
    /** Calls with a key of the person's Agent, which is made once and serves any number of calls. */
    keyFor,
    askWith,
    /** Like `done`, for a person at the website. */
    doneAtWebsite: doing(website.ask),
    /** Like `refused`, for a person at the website. */
    refusedAtWebsite: async ({ userId }: Person, operation: OperationName, body: object) => {
      const caller = await enterWebsite(ports, userId)
      return refusedOf(operation, () => website.askThere(caller, operation, body))
    },
    /** Creates a super admin, with every permission by default. */
    operator: (permissions?: readonly AdminPermission[]) => anOperator(ports, permissions),
    askAbove,
    /** Like `done`, for a super admin. */
    doneAbove: doing(askAbove),
    /** Like `done`, for an Agent of a super admin's. */
    doneByAdminAgent: doing(askByAdminAgent),
    /** Like `refused`, for a super admin. */
    refusedAbove: (caller: Operator, operation: OperationName, body: object) =>
      refusedOf(operation, () => askAbove(caller, operation, body)),
    /** Like `refused`, for an Agent of a super admin's. Only the Agent's key was written. */
    askByAdminAgent,
    /** Returns the acts of the firm's chain. Every chain must be sound. */
    acts: async (): Promise<readonly AuditEntry[]> => {
      const chains = await right(verifyAudit(ports, proveRegister(ports))())
      const broken = chains.filter(({ finding }) => finding !== undefined)
      if (broken.length > 0) throw new Error(JSON.stringify(broken))
      return right(ports.storage.audit.chain(organizationId, 0, 1_000))
    },
  }
}

export type Office = Awaited<ReturnType<typeof anOffice>>

/** Returns the office of the running test. */
export interface OfficeInUse {
  readonly at: Office
}

/**
 * Creates an office for each test of a suite, over one database. Each test has its own Organizations, users,
 * clock and attachments, so that no test sees another's. Call it within a `describe`.
 */
export const useOffice = (open = sqliteOpener()): OfficeInUse => {
  let house: House
  let office: Office
  before(async () => {
    house = await openHouse(open)
  })
  beforeEach(async () => {
    office = await anOffice(house)
  })
  after(() => house.close())
  return {
    get at() {
      return office
    },
  }
}
