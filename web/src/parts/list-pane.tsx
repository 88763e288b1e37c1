import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { address, cameBack } from '../state/address.js'
import type { PagedList } from '../state/pages.js'
import { ListKeys, ListView } from './data-table.js'
import { EmptyNote } from './screen-states.js'

interface ListPaneProps<T> {
  readonly label: string
  readonly list: PagedList<T>
  /** Where there is nothing: what is not there, and what would come. */
  readonly empty: readonly [title: string, text?: string]
  /** What stands above the list and stays. */
  readonly head?: ComponentChildren
  /** Whether its rows are opened by keys, which it then says. */
  readonly hasKeys?: boolean
  /** What stands below the list, where something can be done with several of its rows. */
  readonly foot?: ComponentChildren
  children(rows: readonly T[]): ComponentChildren
}

interface ListPosition {
  readonly rows: number
  readonly top: number
}

/** How far lists were read when their screens were left, by their names and addresses. */
const positions = new Map<string, ListPosition>()

/** Reads a list as far as before, and scrolls to the same row, for a reader who comes back to its screen. */
const usePosition = <T,>(label: string, { rows, more, isLoadingMore, error }: PagedList<T>) => {
  const place = useRef<HTMLDivElement>(null)
  const key = `${label} ${address.value.path} ${JSON.stringify(address.value.filters)}`
  const wanted = useRef(cameBack.value ? positions.get(key) : undefined)
  const count = rows?.length ?? 0
  const last = useRef({ key, rows: count })
  last.current = { key, rows: count }
  useEffect(() => {
    const { current: back } = wanted
    if (error !== undefined) wanted.current = undefined
    if (back === undefined || rows === undefined || isLoadingMore || error !== undefined) return
    if (count < back.rows && more !== undefined) return more()
    wanted.current = undefined
    place.current?.scrollTo(0, back.top)
  }, [count, isLoadingMore])
  useLayoutEffect(() => {
    const shown = place.current
    return () => {
      const { key: left, rows: read } = last.current
      positions.set(left, { rows: read, top: shown?.scrollTop ?? 0 })
    }
  }, [])
  return place
}

/** A list in a pane of its own: what chooses above, rows that scroll, keys below. */
export function ListPane<T>({ label, list, empty, head, hasKeys = false, foot, children }: ListPaneProps<T>) {
  const [title, text] = empty
  const place = usePosition(label, list)
  const hasRows = list.rows !== undefined
  useEffect(() => {
    place.current?.querySelector('a[data-row][aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [hasRows, address.value.path])
  return (
    <section class="pane" aria-label={label}>
      {head !== undefined && <div class="head">{head}</div>}
      <div ref={place} class="fit">
        <ListView list={list} empty={<EmptyNote title={title}>{text}</EmptyNote>}>
          {children}
        </ListView>
      </div>
      {foot}
      {hasKeys && (list.rows ?? []).length > 0 && <ListKeys />}
    </section>
  )
}
