import { concernedBy } from '@postrider/core/tenancy/domain/catalog-changes'
import { changeOfKind } from '@postrider/core/feed/domain/change'
import { accountKey } from '@postrider/core/ledger/domain/account'
import {
  type PriceSlot,
  type PriceVersion,
  priceSlot,
} from '@postrider/core/ledger/domain/pricing/price-version'
import type { ApprovalStorage } from '@postrider/core/approvals/ports/approval-storage'
import type { PriceQuery, PriceStorage } from '@postrider/core/ledger/ports/price-storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import { inMap, memoryRepository } from './repository.js'
import type { WorkingCopy } from './working-copy.js'
import type { MemoryTables } from './tables.js'
import { breaksRules } from './row-rules.js'

const approvals = inMap(
  (tables) => tables.approvals,
  (one) => one.approvalId,
)

const pendingIn = ({ approvals: all }: MemoryTables, slot: PriceSlot) =>
  [...all.values()].find(
    ({ status, proposal, organizationId }) =>
      status === 'pending' &&
      proposal.kind === 'price_version' &&
      priceSlot({ ...proposal, organizationId }) === priceSlot(slot),
  )

/** Proposals inside the unit. */
export const approvalsInMemory = (copy: WorkingCopy): UnitOfWork['approvals'] => {
  const repository = memoryRepository(copy, approvals, (key: string) => key)
  return {
    ...repository,
    add: (approval) => {
      const { proposal, organizationId } = approval
      const isTaken =
        proposal.kind === 'price_version' &&
        pendingIn(copy.tables, { ...proposal, organizationId }) !== undefined
      if (isTaken) throw new Error('another proposal has the slot')
      repository.add(approval)
    },
    replace: (approval) => {
      if (approval.deciderId === approval.makerId) throw new Error('nobody decides their own proposal')
      repository.replace(approval)
    },
    lockPendingPrice: async (slot) => pendingIn(copy.tables, slot),
    countPending: async (makerId) =>
      [...copy.tables.approvals.values()].filter((one) => one.status === 'pending' && one.makerId === makerId)
        .length,
  }
}

const beAlone = ({ lockMode }: WorkingCopy): void => {
  if (lockMode === 'shared') throw new Error('only an exclusive unit sets prices and books money')
}

/** Price versions inside the unit. */
export const pricesInMemory = (copy: WorkingCopy): UnitOfWork['prices'] => ({
  inSlot: async (slot) => copy.tables.catalog.prices.find((price) => priceSlot(price) === priceSlot(slot)),
  add: (price) => {
    beAlone(copy)
    const { prices } = copy.tables.catalog
    if (prices.some(({ priceVersionId }) => priceVersionId === price.priceVersionId))
      throw new Error('a price never changes')
    copy.concern(concernedBy(price))
    copy.write(({ catalog }) => void catalog.prices.push(price))
  },
})

/** The books of money inside the unit. */
export const ledgerInMemory = (copy: WorkingCopy): UnitOfWork['ledger'] => {
  const held = new Map<string, number>()
  return {
    lock: async (key) => {
      const account = copy.tables.accounts.get(accountKey(key))
      held.set(accountKey(key), account?.version ?? 0)
      return account
    },
    post: (account, events) => {
      beAlone(copy)
      const before = held.get(accountKey(account))
      if (before === undefined || events.some(({ seq }, at) => seq !== before + at + 1))
        throw new Error('events follow the last one of their account, which is held')
      if (breaksRules(copy.tables, { accounts: [account], events })) throw new Error('the books refuse a row')
      held.set(accountKey(account), account.version)
      copy.leave(changeOfKind('account', account.organizationId))
      copy.write((tables) => {
        tables.accounts.set(accountKey(account), account)
        tables.events.push(...events)
      })
    },
  }
}

/** What was proposed, in memory. */
export const memoryApprovals = (tables: MemoryTables, calls: Calls): ApprovalStorage => ({
  list: ({ status, kinds, approvalId: named, order, beyond, limit }) =>
    calls.reading('list', () => {
      const sorted = [...tables.approvals.values()].sort((one, other) =>
        one.approvalId < other.approvalId ? -1 : 1,
      )
      const inOrder = order === 'oldest first' ? sorted : sorted.reverse()
      const isBeyond = (id: string): boolean => {
        if (beyond === undefined) return true
        return order === 'oldest first' ? id > beyond : id < beyond
      }
      const value = inOrder
        .filter(({ approvalId }) => isBeyond(approvalId))
        .filter(({ approvalId }) => approvalId === (named ?? approvalId))
        .filter((one) => (status ?? one.status) === one.status && kinds.includes(one.proposal.kind))
        .slice(0, limit)
      return { epoch: tables.epoch, value }
    }),
})

const isOf = ({ of }: PriceQuery, { organizationId }: PriceVersion): boolean =>
  of === 'everybody' || (of === 'list' ? organizationId === undefined : organizationId === of)

/** Whether the version took the other's place by the moment. */
const replaces = (one: PriceVersion, other: PriceVersion, atMs: number): boolean =>
  one.effectiveFromMs <= atMs &&
  priceSlot({ ...one, effectiveFromMs: 0 }) === priceSlot({ ...other, effectiveFromMs: 0 }) &&
  (one.effectiveFromMs > other.effectiveFromMs ||
    (one.effectiveFromMs === other.effectiveFromMs && one.priceVersionId > other.priceVersionId))

/** Prices as operators read them, in memory. */
export const memoryPrices = (tables: MemoryTables, calls: Calls): PriceStorage => ({
  volume: (organizationId, fromMs, toMs) =>
    calls.reading('volume', () => {
      const messages = [...tables.messages.values()].filter(
        (one) =>
          (organizationId ?? one.organizationId) === one.organizationId &&
          one.acceptedAtMs >= fromMs &&
          one.acceptedAtMs < toMs,
      )
      return [{ messages, share: 1 }]
    }),
  versions: (query) =>
    calls.reading('versions', () => {
      const { prices } = tables.catalog
      const { channel, currency, atMs, before, limit } = query
      const counts = (price: PriceVersion): boolean =>
        atMs === undefined ||
        (price.effectiveFromMs <= atMs && !prices.some((other) => replaces(other, price, atMs)))
      const value = prices
        .filter((price) => isOf(query, price) && (before === undefined || price.priceVersionId < before))
        .filter((price) => (channel ?? price.channel) === price.channel)
        .filter((price) => (currency ?? price.currency) === price.currency && counts(price))
        .sort((one, other) => (one.priceVersionId < other.priceVersionId ? 1 : -1))
        .slice(0, limit)
      return { epoch: tables.epoch, value }
    }),
})
