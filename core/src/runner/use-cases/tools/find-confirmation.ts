import { present } from '../../../kernel/present.js'
import type { Proposal } from '../../../approvals/domain/approval.js'
import { kindsFor } from '../../../approvals/domain/approval.js'
import { type ApprovalId, isId, type OrganizationId } from '../../../kernel/ids/id.js'
import type { Operation } from '../../../identity/domain/access/operation.js'
import {
  type Confirmation,
  EVERYBODY,
  type ProposedMoney,
  type ProposedPrice,
} from '../../domain/results/confirmation.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { AdministrationStorage } from '../../../platform/ports/administration-storage.js'
import type { ApprovalStorage } from '../../../approvals/ports/approval-storage.js'
import type { ReconciliationStorage } from '../../../messaging/ports/reconciliation-storage.js'
import type { SupportStorage } from '../../../support/ports/support-storage.js'
import { type Agent, signatureOf } from '../../../identity/use-cases/callers/caller.js'
import type { Body } from '../../domain/entries/request.js'

type Found<A> = Promise<E.Either<Outage, A | undefined>>
type ShownOrganization = Confirmation['whose']

const organizationIdIn = ({ organizationId: id }: Body): OrganizationId | undefined =>
  typeof id === 'string' && isId('org', id) ? id : undefined

/** The money in a body: an amount, or the amount of a price. */
const moneyIn = ({ currency, amountMinor, unitAmountMinor }: Body): ProposedMoney | undefined => {
  const amount = amountMinor ?? unitAmountMinor
  return typeof currency === 'string' && typeof amount === 'number'
    ? { currency, amountMinor: amount }
    : undefined
}

/** The price that a body proposes. */
const priceIn = ({ channel, destinationPrefix, effectiveFrom }: Body): ProposedPrice | undefined =>
  typeof channel === 'string' && typeof destinationPrefix === 'string' && typeof effectiveFrom === 'string'
    ? { channel, destinationPrefix, effectiveFrom }
    : undefined

/** Fields that the question shows elsewhere, or that don't help a person to decide. */
const NOT_REPEATED: ReadonlySet<string> = new Set([
  'approvalId',
  'messageId',
  'ticketId',
  'endpointId',
  'organizationId',
  'currency',
  'amountMinor',
  'unitAmountMinor',
  'reason',
  'version',
  'requestId',
  'currentPassword',
])

const OF_PRICES: ReadonlySet<string> = new Set(['channel', 'destinationPrefix', 'effectiveFrom'])

const LONGEST_FIELD = 80

const fieldText = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return `${value.length} in all`
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  const text = String(value)
  return text.length > LONGEST_FIELD ? `${text.slice(0, LONGEST_FIELD)}…` : text
}

/** The other fields of the call, for example its decision or its recipient. */
const fieldsIn = (body: Body): Confirmation['fields'] => {
  const isShown = (name: string): boolean =>
    !NOT_REPEATED.has(name) && (priceIn(body) === undefined || !OF_PRICES.has(name))
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const text = isShown(name) ? fieldText(value) : undefined
      return text === undefined ? [] : [[name, text] as const]
    }),
  )
}

const priceOf = (proposal: Proposal): ProposedPrice | undefined => {
  if (proposal.kind !== 'price_version') return undefined
  const { channel, destinationPrefix, category, effectiveFromMs } = proposal
  return { channel, destinationPrefix, ...present({ category }), effectiveFrom: isoTime(effectiveFromMs) }
}

const moneyOf = (proposal: Proposal): ProposedMoney | undefined => {
  if (proposal.kind === 'second_factor_reset') return undefined
  const { currency } = proposal
  return {
    currency,
    amountMinor: proposal.kind === 'price_version' ? proposal.unitAmountMinor : proposal.amountMinor,
  }
}

interface OwnerInStorage {
  readonly reconciliation: ReconciliationStorage
  readonly support: SupportStorage
}

/** The Organization of the record that a body names: itself, or that of a ticket or message. */
const ownerIn = async ({ support, reconciliation }: OwnerInStorage, body: Body): Found<OrganizationId> => {
  const { ticketId, messageId } = body
  if (typeof ticketId === 'string' && isId('tkt', ticketId)) {
    const read = await support.ticket(ticketId)()
    return E.isLeft(read) ? read : E.right(read.right.value?.ticket.organizationId)
  }
  if (typeof messageId === 'string' && isId('msg', messageId)) {
    const read = await reconciliation.trace(messageId)()
    return E.isLeft(read) ? read : E.right(read.right.value?.message.organizationId)
  }
  return E.right(organizationIdIn(body))
}

const organizationShown = async (
  { administration }: { readonly administration: AdministrationStorage },
  organizationId: OrganizationId | undefined,
): Found<ShownOrganization> => {
  if (organizationId === undefined) return E.right(undefined)
  const read = await administration.organization(organizationId)()
  if (E.isLeft(read)) return read
  const organization = read.right.value?.organization
  return E.right(organization && { organizationId, displayName: organization.displayName })
}

interface OfApprovalStorage {
  readonly administration: AdministrationStorage
  readonly approvals: ApprovalStorage
}

/** The confirmation for a proposal that the Agent may decide on. */
const ofApproval = async (
  storage: OfApprovalStorage,
  agent: Agent,
  approvalId: ApprovalId,
  question: Pick<Confirmation, 'what' | 'fields'>,
): Found<Confirmation> => {
  const kinds = kindsFor(agent.facts.admin?.permissions ?? [], signatureOf(agent).actor)
  const query = {
    status: undefined,
    kinds,
    approvalId,
    order: 'newest first',
    beyond: undefined,
    limit: 1,
  } as const
  const read = await storage.approvals.list(query)()
  if (E.isLeft(read)) return read
  const [approval] = read.right.value
  if (approval === undefined) return E.right(undefined)
  const organization = await organizationShown(storage, approval.organizationId)
  if (E.isLeft(organization)) return organization
  const { proposal } = approval
  return E.right({
    ...question,
    name: approvalId,
    whose: organization.right,
    money: moneyOf(proposal),
    price: priceOf(proposal),
  })
}

interface NeededStorage {
  readonly administration: AdministrationStorage
  readonly approvals: ApprovalStorage
  readonly reconciliation: ReconciliationStorage
  readonly support: SupportStorage
}

/**
 * The confirmation for a well-shaped call that its Agent may make; undefined if the record doesn't exist,
 * which the runner then reports.
 */
export const findConfirmation =
  (
    storage: NeededStorage,
    agent: Agent,
    { summary: what }: Operation,
    body: Body,
  ): TE.TaskEither<Outage, Confirmation | undefined> =>
  async () => {
    const { approvalId, messageId, ticketId, endpointId, organizationId } = body
    const question = { what, fields: fieldsIn(body) }
    if (typeof approvalId === 'string')
      return isId('apr', approvalId) ? ofApproval(storage, agent, approvalId, question) : E.right(undefined)
    const owner = await ownerIn(storage, body)
    if (E.isLeft(owner)) return owner
    const organization = await organizationShown(storage, owner.right)
    if (E.isLeft(organization)) return organization
    const record = [ticketId, messageId, endpointId].find((id) => typeof id === 'string')
    const isNamed = record !== undefined || typeof organizationId === 'string'
    if (organization.right === undefined && isNamed) return E.right(undefined)
    const name = record ?? organization.right?.displayName ?? EVERYBODY
    return E.right({
      ...question,
      name,
      whose: organization.right,
      money: moneyIn(body),
      price: priceIn(body),
    })
  }
