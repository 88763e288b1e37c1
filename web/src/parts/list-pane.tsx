import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { address, cameBack } from '../state/address.js'
import type { PagedList } from '../state/pages.js'
import { ListKeys, ListView } from './data-table.js'
import { EmptyNote } from './screen-states.js'

interface ListPaneProps<T> {
  readonly label: string
  readonly list: PagedList<T>
  /** The title and text of an empty list. */
  readonly empty: readonly [title: string, text?: string]
  /** Content above the list that doesn't scroll. */
  readonly head?: ComponentChildren
  /** Whether its rows can be opened with keys; a hint then shows them. */
  readonly hasKeys?: boolean
  /** Content below the list, for example actions for several rows. */
  readonly foot?: ComponentChildren
  children(rows: readonly T[]): ComponentChildren
}

interface ListPosition {
  readonly rows: number
  readonly top: number
}

/** How far lists were read and scrolled when the reader left, by their names and addresses. */
const positions = new Map<string, ListPosition>()

/** Restores the loaded pages and the scroll position when the reader returns to a screen. */
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

/** A list in its own pane: filters above, scrolling rows, keys below. */
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
