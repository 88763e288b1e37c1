/** A page of a list, and the cursor of the page after it. */
export interface ListPage<T> {
  readonly rows: readonly T[]
  readonly next: string | null
}

/** How a list is read. */
export interface ListSource<T> {
  /**
   * `newest`: new rows come first and are held back until the reader asks; `queue`: finished rows leave at
   * once.
   */
  readonly order: 'newest' | 'queue'
  /** Whether rows never change. */
  readonly isFinal: boolean
  keyOf(row: T): string
  /** The time that the list is sorted by, if the list can be read from any time on. */
  readonly timeOf: ((row: T) => number) | undefined
  /** The page at a cursor. `isRequested`: a person asked for it. */
  pageAfter(cursor: string, isRequested: boolean): Promise<ListPage<T>>
  /** The page of rows older than this time. */
  pageUntil(untilMs: number): Promise<ListPage<T>>
  nowMs(): number
}

/** A row that may be out of date: since when, and the number of its latest change. */
interface LateRow {
  readonly sinceMs: number
  readonly change: number
}

/** The time of a page's request: the page includes the changes up to this number. */
export interface PageRequestTime {
  readonly upTo: number
  readonly atMs: number
}

/** The most pages per turn; the rest is read in the next turn. */
const MOST_READ = 3
/** The most pages that are read to fill the gap between new rows and shown rows. */
const MOST_FILLED = 4

/**
 * The rows of a live list. Shown rows are updated in place, and new rows are held back until the reader asks
 * for them. A row that a change names is read again, wherever it is in the list; until then it counts as
 * late.
 */
export class LiveList<T> {
  #shown: readonly T[] | undefined
  #more: string | null = null
  #head: ListPage<T> = { rows: [], next: null }
  #pages = 1
  /** The number of changes so far. */
  #changes = 0
  readonly #late = new Map<string, LateRow>()

  constructor(
    readonly source: ListSource<T>,
    /** Called after each change of the shown rows. */
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

  /** The number of held-back rows of the newest page, and whether there are more. */
  fresh(): { readonly count: number; readonly isMore: boolean } {
    const { rows, next } = this.#head
    const shown = this.#keysOf(this.#shown ?? rows)
    const count = rows.filter((row) => !shown.has(this.source.keyOf(row))).length
    return { count, isMore: count > 0 && count === rows.length && next !== null }
  }

  /** Since when a shown row may be older than its latest change; undefined if none is. */
  lateSinceMs(): number | undefined {
    const row = this.#mostLate()
    return row === undefined ? undefined : this.#late.get(this.source.keyOf(row))?.sinceMs
  }

  /** The changes that a page requested now will include. */
  requestTime(): PageRequestTime {
    return { upTo: this.#changes, atMs: this.source.nowMs() }
  }

  /** Handles a change of these rows; undefined means any row. */
  named(keys: readonly string[] | undefined): void {
    this.#changes += 1
    const named = keys === undefined ? undefined : new Set(keys)
    const known = [...(this.#shown ?? []), ...this.#head.rows]
    this.#makeLate(named === undefined ? known : known.filter((row) => named.has(this.source.keyOf(row))))
  }

  /** Stores the newest page. */
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

  /** Reads the late rows that aren't in the newest page. Resolves with whether anything is left to read. */
  async settle(): Promise<boolean> {
    const { order, timeOf } = this.source
    if (order === 'queue') await this.#readPages()
    else if (timeOf === undefined) await this.#readOn()
    else await this.#readLate(timeOf)
    return order !== 'queue' && timeOf !== undefined && this.#mostLate() !== undefined
  }

  /** Reads the page after the shown rows. Rows that changed in the meantime are late. */
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
   * Shows the new rows. If the newest page doesn't reach the shown rows, the pages between are read. If there
   * are too many, the list restarts with the new rows, so that no row is missing between two that are shown.
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

  /** The row that has been late for longest. */
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

  /**
   * Stores a page. Shown rows between its first and its last row that it doesn't contain have left the list.
   */
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

  /** Marks rows that were read. Rows that are neither shown nor new are no longer late. */
  #settleLate(found: ReadonlyMap<string, T>, { upTo, atMs }: PageRequestTime): void {
    const known = this.#keysOf([...(this.#shown ?? []), ...this.#head.rows])
    for (const [key, { sinceMs, change }] of this.#late) {
      if (!known.has(key) || (found.has(key) && change <= upTo)) this.#late.delete(key)
      else if (found.has(key)) this.#late.set(key, { sinceMs: Math.max(sinceMs, atMs), change })
    }
  }

  /** Reads pages that start at late rows, the latest first. */
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

  /** Reads from the newest page to the last shown row. */
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

  /** Reads all loaded pages, and repeats it if the first one was replaced in the meantime. */
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
