/** A page of a list, and the cursor of the page after it. */
export interface ListPage<T> {
  readonly rows: readonly T[]
  readonly next: string | null
}

/** Where a list is read. */
export interface ListSource<T> {
  /** `newest`: new rows are first, and are held back until the reader asks; `queue`: finished rows leave at once. */
  readonly order: 'newest' | 'queue'
  /** Whether rows never change. */
  readonly isFinal: boolean
  keyOf(row: T): string
  /** The time that the list is sorted by, if it can be read from any time on. */
  readonly timeOf: ((row: T) => number) | undefined
  /** The page that a cursor leads to; `isRequested`: a person asked for it. */
  pageAfter(cursor: string, isRequested: boolean): Promise<ListPage<T>>
  /** The page of rows from before this time. */
  pageUntil(untilMs: number): Promise<ListPage<T>>
  nowMs(): number
}

/** A row that may be older than a change of it: since when, and the number of its latest change. */
interface LateRow {
  readonly sinceMs: number
  readonly change: number
}

/** When a page was asked for: it has the changes up to this number. */
export interface PageRequestTime {
  readonly upTo: number
  readonly atMs: number
}

/** Most pages of one turn; the rest is left for the next turn. */
const MOST_READ = 3
/** Most pages that are read to fill the gap between new rows and those shown. */
const MOST_FILLED = 4

/**
 * The rows of a live list. Shown rows are updated in place, and new rows are held back until the reader asks for them. A row
 * that a change names is read again, wherever it is in the list; until then it counts as late.
 */
export class LiveList<T> {
  #shown: readonly T[] | undefined
  #more: string | null = null
  #head: ListPage<T> = { rows: [], next: null }
  #pages = 1
  /** How many changes came so far. */
  #changes = 0
  readonly #late = new Map<string, LateRow>()

  constructor(
    readonly source: ListSource<T>,
    /** Is called after each change of what the list shows. */
    readonly changed: () => void,
  ) {}

  /** The rows to show; undefined before the first page was read. */
  rows(): readonly T[] | undefined {
    return this.#shown
  }

  /** Whether there are rows after those shown. */
  hasMore(): boolean {
    return this.#more !== null
  }

  /** How many rows of the newest page are held back, and whether more are new. */
  fresh(): { readonly count: number; readonly isMore: boolean } {
    const { rows, next } = this.#head
    const shown = this.#keysOf(this.#shown ?? rows)
    const count = rows.filter((row) => !shown.has(this.source.keyOf(row))).length
    return { count, isMore: count > 0 && count === rows.length && next !== null }
  }

  /** Since when a row that is shown may be older than a change of it; undefined if none is. */
  lateSinceMs(): number | undefined {
    const row = this.#mostLate()
    return row === undefined ? undefined : this.#late.get(this.source.keyOf(row))?.sinceMs
  }

  /** What a page has that is asked for now. */
  requestTime(): PageRequestTime {
    return { upTo: this.#changes, atMs: this.source.nowMs() }
  }

  /** A change of these rows; undefined: it may be of any row. */
  named(keys: readonly string[] | undefined): void {
    this.#changes += 1
    const named = keys === undefined ? undefined : new Set(keys)
    const known = [...(this.#shown ?? []), ...this.#head.rows]
    this.#makeLate(named === undefined ? known : known.filter((row) => named.has(this.source.keyOf(row))))
  }

  /** Takes the newest page. */
  take(head: ListPage<T>, requestedAt: PageRequestTime): void {
    this.#head = head
    const isQueue = this.source.order === 'queue'
    if (this.#shown === undefined || (isQueue && this.#pages === 1)) {
      this.#shown = head.rows
      this.#more = head.next
      this.#late.clear()
    } else if (isQueue) this.#shown = this.#unique([...head.rows, ...this.#shown])
    else this.#cover(head, 0, requestedAt)
    this.changed()
  }

  /** Reads again what is late and not in the newest page; resolves with whether anything is left to read. */
  async settle(): Promise<boolean> {
    const { order, timeOf } = this.source
    if (order === 'queue') await this.#readPages()
    else if (timeOf === undefined) await this.#readOn()
    else await this.#readLate(timeOf)
    return order !== 'queue' && timeOf !== undefined && this.#mostLate() !== undefined
  }

  /** Reads the page after the rows that are shown. Rows that changed meanwhile are late. */
  async readMore(): Promise<void> {
    const cursor = this.#more
    if (cursor === null) return
    const before = this.#changes
    const page = await this.source.pageAfter(cursor, true)
    this.#pages += 1
    this.#shown = this.#unique([...(this.#shown ?? []), ...page.rows])
    this.#more = page.next
    if (this.#changes !== before) this.#makeLate(page.rows)
    this.changed()
  }

  /**
   * Shows the new rows. If the newest page doesn't reach the rows that are shown, the pages between are read; if these are
   * too many, the list starts again with the new rows, so that no row is missing between two that are shown.
   */
  async showFresh(): Promise<void> {
    const before = this.#changes
    let { rows, next } = this.#head
    for (let read = 0; read < MOST_FILLED && next !== null && !this.#reachesShown(rows); read += 1) {
      const page: ListPage<T> = await this.source.pageAfter(next, true)
      rows = [...rows, ...page.rows]
      next = page.next
    }
    const shown = this.#shown ?? []
    const last = shown.at(-1)
    const isWhole = next !== null && this.#reachesShown(rows)
    const isBehind = last === undefined || this.#keysOf(rows).has(this.source.keyOf(last))
    if (!isWhole || isBehind) this.#more = next
    this.#shown = this.#unique(isWhole ? [...rows, ...shown] : rows)
    if (this.#changes !== before) this.#makeLate(rows)
    this.changed()
  }

  #keysOf(rows: readonly T[]): ReadonlySet<string> {
    return new Set(rows.map((row) => this.source.keyOf(row)))
  }

  #unique(rows: readonly T[]): readonly T[] {
    const seen = new Set<string>()
    return rows.filter((row) => {
      const key = this.source.keyOf(row)
      return !seen.has(key) && seen.add(key)
    })
  }

  #reachesShown(rows: readonly T[]): boolean {
    const shown = this.#keysOf(this.#shown ?? [])
    return rows.some((row) => shown.has(this.source.keyOf(row)))
  }

  #makeLate(rows: readonly T[]): void {
    if (this.source.isFinal) return
    const nowMs = this.source.nowMs()
    for (const row of rows) {
      const key = this.source.keyOf(row)
      this.#late.set(key, { sinceMs: this.#late.get(key)?.sinceMs ?? nowMs, change: this.#changes })
    }
  }

  /** The row that is late for the longest. */
  #mostLate(): T | undefined {
    let found: T | undefined
    let leastMs = Infinity
    for (const row of this.#shown ?? []) {
      const { sinceMs = Infinity } = this.#late.get(this.source.keyOf(row)) ?? {}
      if (sinceMs >= leastMs) continue
      found = row
      leastMs = sinceMs
    }
    return found
  }

  /** Takes a page. Rows that are shown between its first and its last row, and that it doesn't have, have left the list. */
  #cover(
    { rows, next }: ListPage<T>,
    from: number,
    requestedAt: PageRequestTime,
    hasRoomFor: (row: T) => boolean = () => true,
  ): void {
    const shown = this.#shown ?? []
    const found = new Map(rows.map((row) => [this.source.keyOf(row), row]))
    const rowOf = (row: T): T | undefined => found.get(this.source.keyOf(row))
    const end = next === null ? shown.length : shown.findLastIndex((row) => rowOf(row) !== undefined)
    const hasLeft = (row: T, at: number): boolean =>
      at >= from && at <= end && rowOf(row) === undefined && hasRoomFor(row)
    this.#shown = shown.filter((row, at) => !hasLeft(row, at)).map((row) => rowOf(row) ?? row)
    this.#settleLate(found, requestedAt)
  }

  /** These rows were read. Rows that are neither shown nor new are no longer late. */
  #settleLate(found: ReadonlyMap<string, T>, { upTo, atMs }: PageRequestTime): void {
    const known = this.#keysOf([...(this.#shown ?? []), ...this.#head.rows])
    for (const [key, { sinceMs, change }] of this.#late) {
      if (!known.has(key) || (found.has(key) && change <= upTo)) this.#late.delete(key)
      else if (found.has(key)) this.#late.set(key, { sinceMs: Math.max(sinceMs, atMs), change })
    }
  }

  /** Reads pages that begin at rows that are late, the latest first. */
  async #readLate(timeOf: (row: T) => number): Promise<void> {
    const tried = new Set<T>()
    for (let read = 0; read < MOST_READ; read += 1) {
      const row = this.#mostLate()
      if (row === undefined || tried.has(row)) return
      tried.add(row)
      const untilMs = timeOf(row) + 1
      const requestedAt = this.requestTime()
      const page = await this.source.pageUntil(untilMs)
      const from = this.#shown?.indexOf(row) ?? -1
      if (from !== -1) this.#cover(page, from, requestedAt, (one) => timeOf(one) < untilMs)
      this.changed()
    }
  }

  /** Reads on from the newest page as far as rows are shown. */
  async #readOn(): Promise<void> {
    const last = this.#shown?.at(-1)
    if (last === undefined || this.#mostLate() === undefined) return
    const requestedAt = this.requestTime()
    let { rows, next } = this.#head
    const isReached = (): boolean => this.#keysOf(rows).has(this.source.keyOf(last))
    for (let read = 0; read <= this.#pages && next !== null && !isReached(); read += 1) {
      const page: ListPage<T> = await this.source.pageAfter(next, false)
      rows = [...rows, ...page.rows]
      next = page.next
    }
    this.#cover({ rows, next }, 0, requestedAt)
    this.changed()
  }

  /** Reads all loaded pages, and again if the first one was replaced meanwhile. */
  async #readPages(): Promise<void> {
    while (this.#pages > 1) {
      const head = this.#head
      let { rows, next } = head
      for (let read = 1; read < this.#pages && next !== null; read += 1) {
        const page: ListPage<T> = await this.source.pageAfter(next, false)
        rows = [...rows, ...page.rows]
        next = page.next
      }
      if (head !== this.#head) continue
      this.#shown = this.#unique(rows)
      this.#more = next
      return this.changed()
    }
  }
}
