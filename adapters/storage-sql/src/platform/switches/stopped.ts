import type { AuditEvent } from '@postrider/core/audit/domain/audit-event'
import { type IdPrefix, isId } from '@postrider/core/kernel/ids/id'
import {
  STOPPED_BY,
  TARGET_KINDS,
  type TargetKind,
} from '@postrider/core/platform/domain/switches/kill-switch'
import type { StoppedRecord, StoppedTarget } from '@postrider/core/platform/domain/switches/stopped-target'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import type { AsOf } from '@postrider/core/kernel/ports/as-of'
import type { StoppedQuery } from '@postrider/core/platform/ports/switch-storage'
import { auditLog } from '../../audit/table.js'
import { apps, blockedDestinations, organizations, providerAccounts } from '../../catalog/tables.js'
import { BEFORE_ALL, idCell } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { type Filled, statement } from '../../engine/template.js'
import { readAsOf } from '../../guards/as-of.js'

const organization = organizations.pick('organizationId', 'displayName', 'version')
const account = providerAccounts.pick('providerAccountId', 'name', 'version')
const app = apps.pick('appId', 'name', 'organizationId', 'environment')

const suspendedOrganizations = statement(`
  SELECT ${organization.select('o')} FROM organizations o {by organizations.by_status}
  WHERE o.status = 'suspended' AND o.id > ?x ORDER BY o.id LIMIT ?`)
const stoppedAccounts = statement(`
  SELECT ${account.select('p')} FROM provider_accounts p
  WHERE p.status = 'disabled' AND p.id > ?x ORDER BY p.id LIMIT ?`)
const stoppedApps = statement(`
  SELECT ${app.select('a')} FROM apps a {by apps.by_status}
  WHERE a.status = 'disabled' AND a.id > ?x ORDER BY a.id LIMIT ?`)
const blocked = statement(`
  SELECT ${blockedDestinations.select('b')} FROM blocked_destinations b WHERE b.prefix > ? ORDER BY b.prefix LIMIT ?`)

/**
 * The newest action that stopped each target, by the audit log's index of targets; within a chain the numbers
 * show which is newer, regardless of clocks.
 */
const findActs = statement(`
  SELECT ${auditLog.select('a')} FROM (
    SELECT e.chain, MAX(e.seq) AS seq FROM audit_log e {by audit_log.of_target}
    WHERE e.target IN (?*) AND e.action IN (?*) AND e.outcome = 'done' GROUP BY e.target, e.chain) newest
  {in this order} audit_log a {by audit_log.by_chain} ON a.chain = newest.chain AND a.seq = newest.seq`)

/** How one kind of stopped target is listed. */
interface StoppedList {
  readonly list: (after: string | undefined, limit: number) => Filled
  readonly of: (row: Rows[number]) => Omit<StoppedRecord, 'kind'>
}

const NO_DETAILS = {
  organizationId: undefined,
  environment: undefined,
  version: undefined,
  sinceMs: undefined,
}
const afterId = (prefix: IdPrefix, after: string | undefined): string =>
  after !== undefined && isId(prefix, after) ? idCell(after) : BEFORE_ALL

const LISTS: Readonly<Record<TargetKind, StoppedList>> = {
  organization: {
    list: (after, limit) => suspendedOrganizations(afterId('org', after), limit),
    of: (row) => {
      const { organizationId, displayName: name, version } = organization.of(row)
      return { ...NO_DETAILS, target: organizationId, name, organizationId, version }
    },
  },
  providerAccount: {
    list: (after, limit) => stoppedAccounts(afterId('pac', after), limit),
    of: (row) => {
      const { providerAccountId: target, ...details } = account.of(row)
      return { ...NO_DETAILS, target, ...details }
    },
  },
  app: {
    list: (after, limit) => stoppedApps(afterId('app', after), limit),
    of: (row) => {
      const { appId: target, ...details } = app.of(row)
      return { ...NO_DETAILS, target, ...details }
    },
  },
  destination: {
    list: (after = '', limit) => blocked(after, limit),
    of: (row) => {
      const { prefix, createdAtMs: sinceMs } = blockedDestinations.of(row)
      return { ...NO_DETAILS, target: prefix, name: prefix, sinceMs }
    },
  },
}

const ACTIONS: readonly string[] = Object.values(STOPPED_BY)

const withActs = (
  records: readonly StoppedRecord[],
  acts: readonly AuditEvent[],
): readonly StoppedTarget[] => {
  const byTarget = new Map(acts.map((act) => [act.target, act]))
  return records.map((record) => {
    const act = byTarget.get(record.target)
    return { ...record, act: act && { actor: act.actor, reason: act.reason, atMs: act.atMs } }
  })
}

/**
 * Reads what is stopped, and then who stopped it: a target that is resumed in between is still listed, as of
 * the epoch.
 */
export const readStopped = async (
  engine: Engine,
  { kinds, after, limit }: StoppedQuery,
): Promise<E.Either<StorageUnavailable, AsOf<readonly StoppedTarget[]>>> => {
  const first = after === undefined ? 0 : TARGET_KINDS.indexOf(after.kind)
  const lists = kinds
    .filter((kind) => TARGET_KINDS.indexOf(kind) >= first)
    .map((kind) => ({ kind, ...LISTS[kind] }))
  const pages = lists.map(({ kind, list }) => list(kind === after?.kind ? after.target : undefined, limit))
  const listed = await readAsOf(engine, pages, (answers): readonly StoppedRecord[] =>
    lists.flatMap(({ kind, of }, at) => (answers[at] ?? []).map((row) => ({ kind, ...of(row) }))),
  )
  if (E.isLeft(listed)) return listed
  const { epoch, value } = listed.right
  const records = value.slice(0, limit)
  if (records.length === 0) return E.right({ epoch, value: [] })
  const targets = records.map(({ target }) => target)
  const found = await engine.read([findActs(targets, ACTIONS)], 'each')
  return E.map(([rows = []]: readonly Rows[]) => ({
    epoch,
    value: withActs(records, rows.map(auditLog.of)),
  }))(found)
}
