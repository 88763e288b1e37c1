import { accountCells } from '../../cells/account-cells.js'
import { accountHeads } from '../../ledger/accounts-table.js'
import { greatestOf } from '@postrider/core/kernel/numbers/extremes'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { RecentMessage } from '@postrider/core/platform/domain/switches/switch-effect'
import { E } from '@postrider/core/fp'
import type { AsOf } from '@postrider/core/kernel/ports/as-of'
import type { RecentMessages } from '@postrider/core/platform/ports/switch-storage'
import { readInteger } from '../../cells/cell.js'
import { idCell } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { readAsOf } from '../../guards/as-of.js'
import { expression, joined, outer } from '../../rows/selection.js'
import { recentMessageColumns } from './recent-message-columns.js'

const posted = joined({
  occurredAtMs: expression('e.occurred_at', readInteger),
  m: outer(recentMessageColumns),
})

const findAccounts = statement(`
  SELECT ${accountHeads.select('a')} FROM accounts a WHERE a.organization_id = ?x ORDER BY a.environment, a.currency`)
/** The ledger lists an Organization's messages, so acceptances need no index for it. */
const listPosted = statement(`
  SELECT ${posted.columns} FROM ledger_events e {by ledger_events.PRIMARY}
  LEFT JOIN messages m ON m.id = e.message_id AND e.type = 'reservation'
  WHERE e.organization_id = ?x AND e.environment = ? AND e.currency = ? AND e.seq > ? AND e.seq <= ? ORDER BY e.seq DESC`)

/** The messages of one account, and the time from which the list is complete. */
const acceptedIn = (rows: Rows, isWhole: boolean, sinceMs: number): RecentMessages => {
  const events = rows.map(posted.of)
  const first = isWhole ? undefined : events.at(-1)?.occurredAtMs
  const found: readonly RecentMessage[] = events.flatMap(({ m }) => m ?? [])
  return { messages: found, sinceMs: Math.max(sinceMs, first ?? sinceMs) }
}

/** An Organization's recently accepted messages, from the newest events of each of its accounts. */
export const readAcceptedOf = async (
  engine: Engine,
  organizationId: OrganizationId,
  sinceMs: number,
  mostLookedAt: number,
): Promise<E.Either<StorageUnavailable, AsOf<RecentMessages>>> => {
  const organization = idCell(organizationId)
  const accounts = await readAsOf(engine, [findAccounts(organization)], ([rows = []]) =>
    rows.map(accountHeads.of),
  )
  if (E.isLeft(accounts)) return accounts
  const { epoch, value } = accounts.right
  const pages = value.map((account) =>
    listPosted(...accountCells(account), Math.max(0, account.version - mostLookedAt), account.version),
  )
  if (pages.length === 0) return E.right({ epoch, value: { messages: [], sinceMs } })
  const read = await engine.read(pages, 'each')
  return E.map((answers: readonly Rows[]) => {
    const each = answers.map((rows, at) =>
      acceptedIn(rows, (value[at]?.version ?? 0) <= mostLookedAt, sinceMs),
    )
    const fromMs = greatestOf(
      each.map((one) => one.sinceMs),
      sinceMs,
    )
    const found = each.flatMap((one) => one.messages).filter(({ acceptedAtMs }) => acceptedAtMs >= fromMs)
    return { epoch, value: { messages: found, sinceMs: fromMs } }
  })(read)
}
