import type { AuditEntry } from '@postrider/core/domain/audit/chain'
import type { Audience } from '@postrider/core/domain/operations/operation'
import type { OperationName, ResultOf } from '@postrider/core/domain/operations/registry'
import type { Role } from '@postrider/core/domain/people/roles'
import type { Outage } from '@postrider/core/domain/refusals/outage'
import type { Refusal } from '@postrider/core/domain/refusals/refusal'
import { E, type TE } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/ports/ports'
import type { UnitOfWork } from '@postrider/core/ports/storage/unit-of-work'
import { verifyAudit } from '@postrider/core/use-cases/audit/verify-audit'
import type { Answered } from '@postrider/core/use-cases/operations/asked'
import { implementations } from '@postrider/core/use-cases/operations/implementations'
import { operationRunner } from '@postrider/core/use-cases/operations/run-operation'
import { type Principal, peopleAuthentication } from '@postrider/core/use-cases/people/people-authentication'
import { sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { right } from '../../../conformance/outcome.js'
import { exclusively } from '../../../conformance/storage/unit-work.js'
import { found, join, type Person, signIn } from './a-firm.js'
import { type House, openHouse, portsIn } from './office-ports.js'

export type { Firm, Person } from './a-firm.js'

/** What the platform of the office offers, and decides for new Organizations. */
export const OFFER = { contractVersion: '1.2.0', currencies: ['INR', 'GBP'], currency: 'INR' } as const

const ORIGIN = { requestId: 'req-of-the-test', clientAddress: '192.0.2.1' }

type Answer = E.Either<Refusal | Outage, Answered>
type Ask = (person: Person, operation: OperationName, body: object) => Promise<Answer>

/** How people ask on these ports; the audience stands in for that of the Agent keys, which sign in otherwise. */
const asking = (ports: Ports, audience: Audience = 'customerControl'): Ask => {
  const people = peopleAuthentication(ports)
  const run = operationRunner(ports, people, implementations(ports, OFFER))
  return async ({ accessToken }, operation, body) => {
    const principal = await right(people.authenticate(accessToken))
    return run({ ...principal, audience } as Principal, operation, body, ORIGIN)()
  }
}

/** What calls answer, which must be an answer; the registry says of which type it is. */
const doing =
  (ask: Ask) =>
  async <K extends OperationName>(person: Person, operation: K, body: object): Promise<ResultOf<K>> => {
    const answer = await ask(person, operation, body)
    if (E.isRight(answer)) return answer.right.result
    throw new Error(`${operation} was refused: ${JSON.stringify(answer.left)}`)
  }

/** Refusals and outages of what must have written nothing. */
const unchanged =
  ({ writtenVersion }: House) =>
  async (what: string, act: TE.TaskEither<Refusal | Outage, unknown>): Promise<Refusal | Outage> => {
    const before = await writtenVersion()
    const outcome = await act()
    if (E.isRight(outcome)) throw new Error(`${what} was done: ${JSON.stringify(outcome.right)}`)
    if ((await writtenVersion()) !== before) throw new Error(`${what} was refused, and has written something`)
    return outcome.left
  }

/** Two firms and all that there is to call, over the database of the house. */
const anOffice = async (house: House) => {
  const ports = portsIn(house)
  const firm = await found(ports)
  const other = await found(ports)
  const { organizationId } = firm
  const ask = asking(ports)
  const askByAgent = asking(ports, 'customerAgent')
  const refusedOf = unchanged(house)
  return {
    ...ports,
    ...firm,
    storageUrl: house.url,
    other,
    write: <A>(work: (unit: UnitOfWork) => A | Promise<A>): Promise<A> => exclusively(ports, work),
    /** Founds a third firm, which is suspended. */
    suspended: () => found(ports, 'suspended'),
    /** Signs another member of the firm in. */
    member: (role: Role) => join(ports, organizationId, role),
    /** Signs another person in, who belongs nowhere. */
    stranger: () => signIn(ports, 'stranger'),
    ask,
    /** As `ask`, on another port or two. */
    askOver: (overrides: Partial<Ports>): Ask => asking({ ...ports, ...overrides }),
    done: doing(ask),
    /** As `done`, on another port or two. */
    doneOver: (overrides: Partial<Ports>) => doing(asking({ ...ports, ...overrides })),
    /** As `done`, for an Agent of the person's. */
    doneByAgent: doing(askByAgent),
    /** What a call is refused with, which must be a refusal that wrote nothing. */
    refused: (person: Person, operation: OperationName, body: object) =>
      refusedOf(operation, () => ask(person, operation, body)),
    /** As `refused`, for an Agent of the person's. */
    refusedByAgent: (person: Person, operation: OperationName, body: object) =>
      refusedOf(operation, () => askByAgent(person, operation, body)),
    /** What an operator is refused with, who must have written nothing. */
    refusedOrder: (order: TE.TaskEither<Refusal | Outage, unknown>) => refusedOf('the order', order),
    /** The acts of the firm's chain; every chain must be sound. */
    acts: async (): Promise<readonly AuditEntry[]> => {
      const chains = await right(verifyAudit(ports)())
      const broken = chains.filter(({ finding }) => finding !== undefined)
      if (broken.length > 0) throw new Error(JSON.stringify(broken))
      return right(ports.storage.audit.chain(organizationId, 0, 1_000))
    },
  }
}

export type Office = Awaited<ReturnType<typeof anOffice>>

/** The office of the test that runs. */
export interface OfficeInUse {
  readonly at: Office
}

/**
 * An office for each test of a suite, over one database for all of them: Organizations, users, the clock and the
 * attachments are each test's own, so that no test sees another's. To be called within a `describe`.
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
