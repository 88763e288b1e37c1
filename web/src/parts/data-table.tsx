import type { ComponentChildren } from 'preact'
import { PART_TEXTS as t } from '../language/part-texts.js'
import type { ChosenRows } from '../state/choice.js'
import type { PagedList } from '../state/pages.js'
import { Icon } from './icons.js'
import { FailedNote, isDenied, LoadingBones, StaleBar } from './screen-states.js'

/** A column: its heading, whether it holds numbers, and the cell of a row. */
export interface TableColumn<T> {
  readonly head: string
  readonly isNumber?: boolean
  /** Whether the column is shown only in wide windows. */
  readonly isWide?: boolean
  cell(row: T): ComponentChildren
}

interface TableProps<T> {
  readonly label: string
  readonly columns: readonly TableColumn<T>[]
  readonly rows: readonly T[]
  keyOf(row: T): string
  /** The address that a row links to; the first cell is the link. */
  hrefOf?(row: T): string
  /**
   * The accessible name of a row's link, if its first cell isn't enough. It starts with the text of that
   * cell.
   */
  linkNameOf?(row: T): string
  readonly current?: string | undefined
  /**
   * The headings of the columns that a narrow screen shows, two per line. Default: all, one per line with its
   * heading.
   */
  readonly brief?: readonly string[]
  /** The chosen rows, if rows can be chosen. */
  readonly choice?: ChosenRows
}

const ChooseAll = ({ keys, choice }: { keys: readonly string[]; choice: ChosenRows }) => {
  const chosen = keys.filter((key) => choice.keys.has(key)).length
  return (
    <th scope="col" class="pick">
      <label>
        <input
          type="checkbox"
          aria-label={t.chooseAll}
          checked={chosen > 0 && chosen === keys.length}
          indeterminate={chosen > 0 && chosen < keys.length}
          onChange={({ currentTarget }) => choice.choose(keys, currentTarget.checked)}
        />
      </label>
    </th>
  )
}

const ChooseOne = ({ rowKey, choice, at }: { rowKey: string; choice: ChosenRows; at: number }) => (
  <td class="pick">
    <label class="above">
      <input
        type="checkbox"
        aria-label={t.chooseRow(at)}
        checked={choice.keys.has(rowKey)}
        onChange={({ currentTarget }) => choice.choose([rowKey], currentTarget.checked)}
      />
    </label>
  </td>
)

const classOf = ({ isNumber, isWide }: { isNumber?: boolean; isWide?: boolean }): string | undefined =>
  isNumber === true ? 'num' : isWide === true ? 'wide' : undefined

/** The class of a cell, with its position on a narrow screen. */
const cellClassOf = <T,>(column: TableColumn<T>, brief: readonly string[]): string | undefined => {
  const at = brief.indexOf(column.head) + 1
  return at === 0 ? classOf(column) : `${classOf(column) ?? ''} cell-${at}`.trim()
}

/** A table. On a narrow screen each row is a card. */
export function DataTable<T>(props: TableProps<T>) {
  const { label, columns, rows, keyOf, hrefOf, linkNameOf, current, brief = [], choice } = props
  return (
    <table class={brief.length > 0 ? 'fold brief' : 'fold'} aria-label={label}>
      <thead>
        <tr>
          {choice !== undefined && <ChooseAll keys={rows.map(keyOf)} choice={choice} />}
          {columns.map((column) => (
            <th key={column.head} scope="col" class={classOf(column)}>
              {column.head === '' ? <span class="hidden">{t.open}</span> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const key = keyOf(row)
          const isCurrent = key === current
          return (
            <tr key={key} class={isCurrent ? 'current' : undefined}>
              {choice !== undefined && <ChooseOne rowKey={key} choice={choice} at={index + 1} />}
              {columns.map((column, at) => (
                <td
                  key={column.head}
                  class={cellClassOf(column, brief)}
                  data-label={at === 0 || column.head === '' ? undefined : column.head}
                >
                  {at === 0 && hrefOf !== undefined ? (
                    <a
                      class="cover"
                      data-row
                      href={hrefOf(row)}
                      aria-current={isCurrent ? 'true' : undefined}
                      aria-label={linkNameOf?.(row)}
                    >
                      {column.cell(row)}
                    </a>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface ListViewProps<T> {
  readonly list: PagedList<T>
  readonly empty: ComponentChildren
  children(rows: readonly T[]): ComponentChildren
}

/** A list in any state, with a note of new rows above it and a button for more rows below it. */
export function ListView<T>({ list, empty, children }: ListViewProps<T>) {
  const { rows, error, fresh, hasMoreFresh = false, showFresh, more, isLoadingMore } = list
  if (rows === undefined || isDenied(list))
    return error === undefined ? <LoadingBones /> : <FailedNote {...list} />
  return (
    <>
      <StaleBar {...list} />
      <div class="fresh-place" role="status">
        {fresh > 0 && (
          <button type="button" class="fresh" onClick={showFresh} disabled={isLoadingMore}>
            <Icon name="up" />
            {t.fresh(fresh, hasMoreFresh)}
          </button>
        )}
      </div>
      {rows.length === 0 ? empty : children(rows)}
      {more !== undefined && (
        <div class="more">
          <button type="button" class="button" onClick={more} disabled={isLoadingMore}>
            {isLoadingMore ? t.loadingMore : t.more}
          </button>
        </div>
      )}
    </>
  )
}

/** The keyboard shortcuts of a list, shown below it. */
export const ListKeys = ({ children }: { children?: ComponentChildren }) => (
  <div class="more by-keys">
    <span>
      <kbd>j</kbd> <kbd>k</kbd> {t.move}
    </span>
    <span>
      <kbd>Enter</kbd> {t.open}
    </span>
    {children}
  </div>
)
