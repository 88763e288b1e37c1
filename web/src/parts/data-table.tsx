import type { ComponentChildren } from 'preact'
import { PART_TEXTS as t } from '../language/part-texts.js'
import type { ChosenRows } from '../state/choice.js'
import type { PagedList } from '../state/pages.js'
import { Icon } from './icons.js'
import { FailedNote, isDenied, LoadingBones, StaleBar } from './screen-states.js'

/** A column: its head, whether it holds numbers, and what a row has in it. */
export interface TableColumn<T> {
  readonly head: string
  readonly isNumber?: boolean
  /** Whether only wide windows have room for it. */
  readonly isWide?: boolean
  cell(row: T): ComponentChildren
}

interface TableProps<T> {
  readonly label: string
  readonly columns: readonly TableColumn<T>[]
  readonly rows: readonly T[]
  keyOf(row: T): string
  /** Where a row leads; its first cell is the link. */
  hrefOf?(row: T): string
  /** The name of a row's link, if its first cell isn't enough; it starts with the text of that cell. */
  linkNameOf?(row: T): string
  readonly current?: string | undefined
  /** The heads of the columns that a narrow screen shows, two on a line; default: all, each with its head on a line of its own. */
  readonly brief?: readonly string[]
  /** Where rows can be chosen. */
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

/** The class of a cell, with its place on a narrow screen. */
const cellClassOf = <T,>(column: TableColumn<T>, brief: readonly string[]): string | undefined => {
  const at = brief.indexOf(column.head) + 1
  return at === 0 ? classOf(column) : `${classOf(column) ?? ''} cell-${at}`.trim()
}

/** A table; on a narrow screen each row is a card. */
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

/** A list in whichever state it is, with what is new above it and what more there is below. */
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

/** The keys that move in a list, at its foot. */
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
