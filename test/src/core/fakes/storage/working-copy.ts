import type { ChangeScope } from '@postrider/core/tenancy/domain/catalog-changes'
import type { Change } from '@postrider/core/feed/domain/change'
import type { LockMode } from '@postrider/core/assembly/unit-of-work'
import { noteChange } from './feed.js'
import { noteCatalogChange, type MemoryTables } from './tables.js'

type TableChange = (tables: MemoryTables) => void

/** What a unit sees and does: its changes are its own until they are kept. */
export interface WorkingCopy {
  readonly lockMode: LockMode
  readonly tables: MemoryTables
  write(change: TableChange): void
  /** Says what the writings change of what people see: all of it is one change of the feed. */
  leave(change: Change): void
  /** Notes whose sending the writings concern. */
  concern(scope: ChangeScope): void
  /** Does to the true tables what was done to the copy. */
  keep(): void
}

const copyOf = <T>(value: T): T => {
  if (value instanceof Map) return new Map(value) as T
  if (Array.isArray(value)) return [...(value as readonly unknown[])] as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part)])) as T
}

/** Copies the tables, but not the records in them, which never change. */
export const workingCopyOf = (lockMode: LockMode, tables: MemoryTables): WorkingCopy => {
  const copy = copyOf(tables)
  const changes: TableChange[] = []
  const left: Change[] = []
  const concerned = new Set<ChangeScope>()
  return {
    lockMode,
    tables: copy,
    write: (change) => {
      change(copy)
      changes.push(change)
    },
    leave: (change) => void left.push(change),
    concern: (scope) => void concerned.add(scope),
    keep: () => {
      for (const change of changes) change(tables)
      noteChange(tables, ...left)
      if (lockMode === 'exclusive' && changes.length > 0) noteCatalogChange(tables, concerned)
    },
  }
}
