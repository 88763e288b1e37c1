import { expect } from 'chai'
import { LiveList, type ListPage } from '@postrider/web/live/live-list'

interface Row {
  readonly id: number
  readonly state: string
}

const PAGE = 50

/** A server with `count` rows (number 1 is the oldest), and a list that reads them. */
const openList = (count: number, changes: { order?: 'newest' | 'queue'; isTimed?: boolean } = {}) => {
  const { order = 'newest', isTimed = true } = changes
  let rows: Row[] = []
  let last = 0
  const come = (more: number): void => {
    for (let added = 0; added < more; added += 1) rows = [{ id: (last += 1), state: 'ACCEPTED' }, ...rows]
  }
  come(count)
  const pageOf = (from: readonly Row[]): ListPage<Row> => ({
    rows: from.slice(0, PAGE),
    next: from.length > PAGE ? String(from[PAGE - 1]?.id) : null,
  })
  const world = { nowMs: 1_000, reads: 0, during: (): void => undefined }
  const read = async (from: readonly Row[]): Promise<ListPage<Row>> => {
    world.reads += 1
    const page = pageOf(from)
    world.during()
    return page
  }
  const list = new LiveList<Row>(
    {
      order,
      isFinal: false,
      keyOf: ({ id }) => String(id),
      timeOf: isTimed ? ({ id }) => id : undefined,
      pageAfter: (cursor) => read(rows.filter(({ id }) => id < Number(cursor))),
      pageUntil: (untilMs) => read(rows.filter(({ id }) => id < untilMs)),
      nowMs: () => world.nowMs,
    },
    () => undefined,
  )
  const readHead = (): void => list.take(pageOf(rows), list.requestTime())
  const change = (ids: readonly number[], state = 'DELIVERED'): void => {
    rows = rows.map((row) => (ids.includes(row.id) ? { ...row, state } : row))
  }
  const leave = (id: number): void => {
    rows = rows.filter((row) => row.id !== id)
  }
  const ids = (): readonly number[] => (list.rows() ?? []).map(({ id }) => id)
  const stateOf = (wanted: number): string | undefined => list.rows()?.find(({ id }) => id === wanted)?.state
  readHead()
  return { list, world, come, change, leave, readHead, ids, stateOf }
}

const down = (from: number, to: number): readonly number[] =>
  Array.from({ length: from - to + 1 }, (_, at) => from - at)

describe('LiveList', () => {
  it('updates shown rows in place and holds new rows back', () => {
    const { list, come, change, readHead, ids, stateOf } = openList(3)
    come(2)
    change([2])
    list.named(['2', '4', '5'])
    readHead()
    expect(ids()).to.deep.equal([3, 2, 1])
    expect(stateOf(2)).to.equal('DELIVERED')
    expect(list.fresh()).to.deep.equal({ count: 2, isMore: false })
  })

  it('shows new rows in their latest state', async () => {
    const { list, come, change, readHead, ids, stateOf } = openList(3)
    come(1)
    readHead()
    change([4])
    readHead()
    await list.showFresh()
    expect(ids()).to.deep.equal([4, 3, 2, 1])
    expect(stateOf(4)).to.equal('DELIVERED')
    expect(list.fresh().count).to.equal(0)
  })

  it('fills the gap if more rows are new than a page has', async () => {
    const { list, come, readHead, ids } = openList(50)
    come(120)
    readHead()
    expect(list.fresh()).to.deep.equal({ count: 50, isMore: true })
    expect(ids()).to.deep.equal(down(50, 1))
    await list.showFresh()
    expect(ids()).to.deep.equal(down(170, 1))
    expect(list.hasMore()).to.equal(false)
  })

  it('restarts with the new rows if the gap is too large', async () => {
    const { list, come, readHead, ids } = openList(50)
    come(1_000)
    readHead()
    await list.showFresh()
    expect(ids()).to.deep.equal(down(1_050, 801))
    await list.readMore()
    expect(ids()).to.deep.equal(down(1_050, 751))
  })

  it('loads the page after the shown rows even if new rows were added', async () => {
    const { list, come, readHead, ids } = openList(100)
    come(60)
    readHead()
    await list.readMore()
    expect(ids()).to.deep.equal(down(100, 1))
  })

  it('rereads the rows that a change names, on any page, with few requests', async () => {
    const { list, world, come, change, readHead, ids, stateOf } = openList(500)
    for (let page = 0; page < 5; page += 1) await list.readMore()
    come(300)
    change([430, 210, 205])
    list.named(['430', '210', '205'])
    world.reads = 0
    readHead()
    await list.settle()
    expect([430, 210, 205].map(stateOf)).to.deep.equal(['DELIVERED', 'DELIVERED', 'DELIVERED'])
    expect(world.reads).to.equal(2)
    expect(list.lateSinceMs()).to.equal(undefined)
    expect(ids()).to.deep.equal(down(500, 201))
  })

  it('rereads every row if a change names none, and counts them as late until then', async () => {
    const { list, world, change, readHead, stateOf } = openList(500)
    for (let page = 0; page < 9; page += 1) await list.readMore()
    change(down(500, 1))
    list.named(undefined)
    readHead()
    world.nowMs += 3_000
    expect(list.lateSinceMs()).to.equal(1_000)
    let turns = 1
    while (await list.settle()) turns += 1
    expect(turns).to.equal(3)
    expect(down(500, 1).every((id) => stateOf(id) === 'DELIVERED')).to.equal(true)
    expect(list.lateSinceMs()).to.equal(undefined)
  })

  it('rereads a row that changes during the reading', async () => {
    const { list, world, come, change, readHead, stateOf } = openList(50)
    come(60)
    change([20], 'SUBMITTED')
    list.named(['20'])
    readHead()
    world.during = () => {
      world.during = () => undefined
      world.nowMs += 100
      change([20])
      list.named(['20'])
    }
    await list.settle()
    expect([stateOf(20), list.lateSinceMs()]).to.deep.equal(['DELIVERED', undefined])
  })

  it('rereads a row that changes while its page is loaded', async () => {
    const { list, world, change, readHead, stateOf } = openList(100)
    world.during = () => {
      world.during = () => undefined
      change([30])
      list.named(['30'])
    }
    await list.readMore()
    expect(stateOf(30)).to.equal('ACCEPTED')
    readHead()
    await list.settle()
    expect(stateOf(30)).to.equal('DELIVERED')
  })

  it('removes rows that have left the list', async () => {
    const { list, come, leave, readHead, ids } = openList(60)
    await list.readMore()
    leave(40)
    leave(5)
    list.named(['40', '5'])
    come(1)
    readHead()
    await list.settle()
    expect(ids()).to.deep.equal(down(60, 1).filter((id) => id !== 40 && id !== 5))
    expect(list.lateSinceMs()).to.equal(undefined)
  })

  it('reads on from the newest page if the list has no time filter', async () => {
    const { list, come, change, readHead, ids, stateOf } = openList(120, { isTimed: false })
    await list.readMore()
    come(10)
    change([30])
    list.named(undefined)
    readHead()
    await list.settle()
    expect(stateOf(30)).to.equal('DELIVERED')
    expect(ids()).to.deep.equal(down(120, 21))
  })

  it('removes finished rows of a queue at once, on every loaded page, without a gap', async () => {
    const { list, come, leave, readHead, ids } = openList(120, { order: 'queue' })
    await list.readMore()
    leave(100)
    leave(40)
    come(5)
    readHead()
    await list.settle()
    expect(ids()).to.have.length(100)
    expect(ids().slice(0, 6)).to.not.include(100)
    expect(ids()).to.not.include(40)
    expect(new Set(ids()).size).to.equal(100)
  })
})
