import { nodeDigests } from '@postrider/node/system/node-digests'
import type { UserId } from '@postrider/core/kernel/ids/id'
import { peopleOperations } from '@postrider/core/identity/operations/people/operations'
import { supportOperations } from '@postrider/core/support/operations/operations'
import { refusal } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import type { AuthorizedCall, OperationNeeds } from '@postrider/core/runner/use-cases/implementation'
import { boundedListing, listing, type Page } from '@postrider/core/runner/use-cases/listing'
import { byId, byNumber } from '@postrider/core/runner/use-cases/positions'
import { fresh } from '@postrider/conformance/builders/fresh'
import { expect } from 'chai'

type Read = E.Either<never, { readonly epoch: number; readonly value: readonly UserId[] | undefined }>

const needs = { digests: nodeDigests } as unknown as OperationNeeds
const shown = { email: 'asha@example.com', displayName: 'Asha', status: 'active', permissions: [] } as const
const superAdmin = (userId: UserId) => {
  const createdAt = '2026-11-21T08:30:00.000Z'
  return { userId, ...shown, recoveryCodesLeft: 10, createdAt, version: 1, userVersion: 1 }
}

const everybody = Array.from({ length: 5 }, () => fresh.id('usr')).sort()

const readAhead = async ({ position, readAhead: limit }: Page<UserId>) => {
  const value = everybody.filter((id) => position === undefined || id > position).slice(0, limit)
  return E.right({ epoch: 7, value })
}

/** A list of an operation, filtered by a text of the request. */
const narrowed = (text: string | undefined) =>
  listing(peopleOperations.listSuperAdmins, {
    positions: byId('usr'),
    query: () => E.right({ text }),
    read: (_query, page) => readAhead(page),
    positionOf: (userId) => userId,
    show: (ids) => ({ superAdmins: ids.map(superAdmin) }),
  })

const callOf = (limit: number, cursor?: string) =>
  ({ request: cursor === undefined ? { limit } : { limit, cursor } }) as AuthorizedCall<{
    limit: number
    cursor?: string
  }>

const pageOf = async (list: ReturnType<typeof narrowed>, limit: number, cursor?: string) => {
  const found = await list.read(callOf(limit, cursor), needs)
  if (E.isLeft(found)) return found.left
  const { superAdmins = [], nextCursor = null } = found.right.value?.result ?? {}
  return { ids: superAdmins.map(({ userId }) => userId), nextCursor }
}

const cursorOf = async (text: string | undefined): Promise<string> => {
  const page = await pageOf(narrowed(text), 2)
  if (!('ids' in page) || page.nextCursor === null) throw new Error('there is no next page')
  return page.nextCursor
}

describe('A list of an operation', () => {
  it('is read page by page, and marks the last one', async () => {
    const list = narrowed('a')
    const seen: string[] = []
    let cursor: string | undefined
    const sizes: number[] = []
    do {
      const page = await pageOf(list, 2, cursor)
      if (!('ids' in page)) throw new Error(page._tag)
      seen.push(...page.ids)
      sizes.push(page.ids.length)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).to.deep.equal(everybody)
    expect(sizes).to.deep.equal([2, 2, 1])
    expect(await pageOf(list, 5)).to.deep.equal({ ids: everybody, nextCursor: null })
  })

  it('refuses a cursor with other filters, of another operation, or of none', async () => {
    const other = listing(supportOperations.listSupportQueue, {
      positions: byId('usr'),
      query: () => E.right({ text: 'a' }),
      read: (_query, page) => readAhead(page),
      positionOf: (userId) => userId,
      show: () => ({ waiting: [] }),
    })
    const strange = await other.read(callOf(2), needs)
    const strangers = E.isRight(strange) ? strange.right.value?.result.nextCursor : undefined
    expect(strangers).to.be.a('string')
    const cursors = [await cursorOf('b'), await cursorOf(undefined), String(strangers), 'p1.usr_1.0', 'x']
    for (const cursor of cursors) {
      const answer = await pageOf(narrowed('a'), 2, cursor)
      expect(answer, cursor).to.deep.include({ _tag: 'InvalidRequest' })
    }
    expect(await pageOf(narrowed('a'), 2, await cursorOf('a'))).to.deep.include({
      ids: everybody.slice(2, 4),
    })
  })

  it("is refused before it is read, and doesn't exist if its parent doesn't", async () => {
    const refused = listing(peopleOperations.listSuperAdmins, {
      positions: byId('usr'),
      query: () => E.left(refusal('PermissionDenied')),
      read: (): Promise<Read> => {
        throw new Error('it was read')
      },
      positionOf: (userId) => userId,
      show: () => ({ superAdmins: [] }),
    })
    expect(await refused.read(callOf(2), needs)).to.deep.equal(E.left(refusal('PermissionDenied')))
    const nowhere = listing(peopleOperations.listSuperAdmins, {
      positions: byId('usr'),
      read: async (): Promise<Read> => E.right({ epoch: 3, value: undefined }),
      positionOf: (userId) => userId,
      show: () => ({ superAdmins: [] }),
    })
    expect(await nowhere.read(callOf(2), needs)).to.deep.equal(E.right({ epoch: 3, value: undefined }))
  })

  it("continues at its port's position, if that reads only some records", async () => {
    const list = boundedListing(peopleOperations.listSuperAdmins, {
      positions: byNumber,
      read: async (_query, { position = 0 }) =>
        E.right({ epoch: 1, value: { position, before: position < 2 ? position + 1 : undefined } }),
      show: ({ position }) => ({ superAdmins: position === 1 ? [superAdmin(fresh.id('usr'))] : [] }),
    })
    const sizes: number[] = []
    let cursor: string | undefined
    do {
      const page = await pageOf(list, 50, cursor)
      if (!('ids' in page)) throw new Error(page._tag)
      sizes.push(page.ids.length)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(sizes).to.deep.equal([0, 1, 0])
  })
})
