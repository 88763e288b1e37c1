import type { ResultOf } from '@postrider/core/assembly/registry'
import { csvText } from '../../format/csv.js'
import { capitalized, plainWords, shortId, shownText } from '../../format/shown-text.js'
import { AUDIT_TEXTS as t } from './audit-texts.js'
import { ListPane } from '../../parts/list-pane.js'
import { FactList, TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { FilterBar, type FilterOption } from '../../parts/filter-bar.js'
import { ForeignText, IdText, WhenText } from '../../parts/words.js'
import { momentIn, timeText } from '../../format/times.js'
import { nowMs } from '../../state/connection.js'
import { address, pathParts, pathWith } from '../../state/address.js'
import {
  providerAccountName,
  keyName,
  memberName,
  nameOfApp,
  organizationName,
  personName,
  templateName,
} from '../state/names.js'
import { usePages } from '../../state/pages.js'
import { placeOf } from '../state/places.js'
import { ORGANIZATIONS } from '../state/record-sources.js'
import { useTitle } from '../../state/title.js'

type Row = ResultOf<'listAuditEvents'>['events'][number]

const OPTIONS: readonly FilterOption[] = [
  { name: 'target', label: t.target, wordOf: shortId },
  {
    name: 'organizationId',
    label: t.organization,
    source: ORGANIZATIONS,
    wordOf: (id) => organizationName(id) ?? shortId(id),
  },
  { name: 'actorId', label: t.actorId, wordOf: (id) => personName(id) ?? shortId(id) },
  { name: 'action', label: t.operation },
  { name: 'platform', label: t.platform, values: ['true'], wordOf: () => t.yes },
  { name: 'from', label: t.from, type: 'datetime-local' },
  { name: 'to', label: t.until, type: 'datetime-local' },
]

/** Actor types whose name doesn't show what they are. */
const KINDS: Readonly<Record<string, string>> = { agent: t.byKey, system: t.bySystem }

/** The actor: a person's name, with the key that acted for them. */
const whoIs = ({ actor: { kind, id }, organizationId, credentialId }: Row): string => {
  const name = personName(id) ?? memberName(organizationId, id) ?? shortId(id)
  const key = kind === 'agent' && credentialId !== null ? keyName(credentialId) : undefined
  const how = key === undefined ? KINDS[kind] : t.byNamedKey(key)
  return how === undefined ? name : `${name} (${how})`
}

/**
 * The words for an action. Actions that aren't operations have their own words; for others, the operation's
 * name is split into words.
 */
const wordsOf = (action: string): string => t.acts[action] ?? capitalized(plainWords(shownText(action)))

/** The name of an event's target, if the reader may see it. */
const nameOfTarget = (target: string): string | undefined => {
  const kind = target.slice(0, target.indexOf('_'))
  const names: Readonly<Record<string, (id: string) => string | undefined>> = {
    org: organizationName,
    app: nameOfApp,
    pac: providerAccountName,
    usr: personName,
    agk: keyName,
    tpl: templateName,
  }
  return names[kind]?.(target)
}

const TargetName = ({ target }: { target: string }) => {
  const name = nameOfTarget(target)
  return name === undefined ? (
    <span class="mono nowrap">{shortId(shownText(target))}</span>
  ) : (
    <ForeignText text={name} />
  )
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { head: t.at, cell: ({ at }) => <WhenText at={at} /> },
  { head: t.actor, cell: (row) => shownText(whoIs(row)) },
  { head: t.action, cell: ({ action }) => wordsOf(action) },
  { head: t.target, cell: ({ target }) => <TargetName target={target} /> },
  {
    head: t.outcome,
    cell: ({ outcome }) => <TagWord tone={outcome === 'done' ? '' : 'warn'}>{t[outcome]}</TagWord>,
  },
  { head: t.reason, cell: ({ reason }) => reason !== null && <ForeignText text={reason} /> },
]

/** The fields that identify an event in the list; its record has the rest. */
const BRIEFLY = [t.at, t.outcome, t.action, t.target, t.actor]

const BESIDE_A_RECORD = COLUMNS.filter(({ head }) => head !== t.reason && head !== t.target)

const LIST = {
  rowsOf: ({ events }: ResultOf<'listAuditEvents'>) => events,
  keyOf: ({ auditId }: Row) => auditId,
  order: 'newest',
  isFinal: true,
} as const

const requestFrom = (filters: Readonly<Record<string, string>>) => {
  const { organizationId, actorId, action, target, platform } = filters
  const [from, to] = [momentIn(filters['from']), momentIn(filters['to'])]
  return {
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(actorId === undefined ? {} : { actorId }),
    ...(action === undefined ? {} : { action }),
    ...(target === undefined ? {} : { target }),
    ...(platform === 'true' ? { platform: true } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
}

const HEADS = [
  'auditId',
  'at',
  'organizationId',
  'actor',
  'action',
  'target',
  'outcome',
  'reason',
  'requestId',
]

/** Saves the shown events as CSV, with times in UTC. */
const save = (rows: readonly Row[]): void => {
  const lines = rows.map(
    ({ auditId, at, organizationId, actor, action, target, outcome, reason, requestId }) => [
      auditId,
      at,
      organizationId ?? '',
      `${actor.kind} ${actor.id}`,
      action,
      target,
      outcome,
      reason ?? '',
      requestId ?? '',
    ],
  )
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([csvText(HEADS, lines)], { type: 'text/csv' }))
  link.download = t.csvName
  link.setAttribute('data-leave', '')
  link.click()
  URL.revokeObjectURL(link.href)
}

const TargetLink = ({ target }: { target: string }) => {
  const place = placeOf(target)
  return (
    <>
      <IdText id={target} isWhole /> {place !== undefined && <a href={place}>{t.openRecord}</a>}
    </>
  )
}

const placesIn = (details: Row['details']): ReadonlyArray<readonly [id: string, place: string]> =>
  Object.values(details).flatMap((value) => {
    const place = typeof value === 'string' ? placeOf(value) : undefined
    return typeof value === 'string' && place !== undefined ? [[value, place]] : []
  })

/** Links to other records that an event names, if they have a page. */
const relatedTo = ({ details }: Row) => {
  const places = placesIn(details)
  return places.length === 0 ? undefined : (
    <span class="row">
      {places.map(([id, place]) => (
        <a key={id} href={place}>
          {shortId(id)}
        </a>
      ))}
    </span>
  )
}

const OrganizationFact = ({ id }: { id: string }) => {
  const [name, place] = [organizationName(id), placeOf(id)]
  if (name === undefined) return <IdText id={id} />
  return place === undefined ? (
    <ForeignText text={name} />
  ) : (
    <a href={place}>
      <ForeignText text={name} />
    </a>
  )
}

const AuditRecord = ({ row }: { row: Row }) => (
  <section class="pane" aria-label={t.event}>
    <div class="fit">
      <div class="in stack wide">
        <h2>{wordsOf(row.action)}</h2>
        <FactList
          facts={[
            [t.at, <WhenText at={row.at} />],
            [t.actor, shownText(whoIs(row))],
            [t.outcome, t[row.outcome]],
            [t.reason, row.reason === null ? undefined : <ForeignText text={row.reason} />],
            [t.target, <TargetLink target={row.target} />],
            [t.targetName, nameOfTarget(row.target) && <TargetName target={row.target} />],
            [t.related, relatedTo(row)],
            [
              t.organization,
              row.organizationId === null ? undefined : <OrganizationFact id={row.organizationId} />,
            ],
            [t.credential, row.credentialId === null ? undefined : <IdText id={row.credentialId} />],
            [t.address, row.clientAddress ?? undefined],
            [t.request, row.requestId === null ? undefined : <IdText id={row.requestId} />],
            [t.number, String(row.seq)],
            [t.event, <IdText id={row.auditId} />],
          ]}
        />
        <div class="row">
          <a href={pathWith('/audit', { target: row.target })}>{t.sameRecord}</a>
          <a href={pathWith('/audit', { actorId: row.actor.id })}>{t.sameActor}</a>
        </div>
        {Object.keys(row.details).length > 0 && (
          <>
            <h3>{t.details}</h3>
            <pre class="text mono small">{shownText(JSON.stringify(row.details, undefined, 2))}</pre>
          </>
        )}
      </div>
    </div>
  </section>
)

/** The audit log: who did what, when and why. */
export const AuditScreen = () => {
  const { filters } = address.value
  const open = pathParts.value[1]
  const list = usePages('listAuditEvents', requestFrom(filters), LIST)
  const row = list.rows?.find(({ auditId }) => auditId === open)
  const home = { title: t.title, href: pathWith('/audit', filters) }
  useTitle(open === undefined ? t.title : shortId(open), open === undefined ? undefined : home)
  return (
    <div class={row === undefined ? 'panes' : 'panes open record'}>
      <ListPane
        label={t.list}
        list={list}
        empty={[t.emptyTitle, t.empty]}
        head={
          <>
            <FilterBar options={OPTIONS} />
            <button type="button" class="button push" onClick={() => save(list.rows ?? [])}>
              {t.csv}
            </button>
          </>
        }
        hasKeys
      >
        {(rows) => (
          <DataTable
            label={t.list}
            columns={row === undefined ? COLUMNS : BESIDE_A_RECORD}
            rows={rows}
            brief={BRIEFLY}
            keyOf={LIST.keyOf}
            hrefOf={({ auditId }) => pathWith(`/audit/${auditId}`, filters)}
            linkNameOf={({ at, action }) => `${timeText(Date.parse(at), nowMs.value)}, ${wordsOf(action)}`}
            current={open}
          />
        )}
      </ListPane>
      {row !== undefined && <AuditRecord row={row} />}
    </div>
  )
}
