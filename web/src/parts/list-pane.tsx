import type { ComponentChildren } from 'preact'
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

/** A list in a pane of its own: what chooses above, rows that scroll, keys below. */
export function ListPane<T>({ label, list, empty, head, hasKeys = false, foot, children }: ListPaneProps<T>) {
  const [title, text] = empty
  return (
    <section class="pane" aria-label={label}>
      {head !== undefined && <div class="head">{head}</div>}
      <div class="fit">
        <ListView list={list} empty={<EmptyNote title={title}>{text}</EmptyNote>}>
          {children}
        </ListView>
      </div>
      {foot}
      {hasKeys && <ListKeys />}
    </section>
  )
}
