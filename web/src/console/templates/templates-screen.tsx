import type { ResultOf } from '@postrider/core/assembly/registry'
import { shortId, shownText } from '../../format/shown-text.js'
import { channelWord } from '../../language/channel-words.js'
import { TEMPLATES_TEXTS as t } from './templates-texts.js'
import { ListPane } from '../../parts/list-pane.js'
import { TabBar } from '../../parts/tab-bar.js'
import { ForeignText, SinceText } from '../../parts/words.js'
import { address, pathParts, pathWith } from '../../state/address.js'
import { organizationName } from '../state/names.js'
import { usePages } from '../../state/pages.js'
import { useTitle } from '../../state/title.js'
import { TemplateRecord } from './template-record.js'

type Row = ResultOf<'listTemplateReviews'>['reviews'][number]

const STATES = ['internal_review', 'pending_vendor', 'approved', 'paused', 'rejected'] as const

const labelOf = (state: (typeof STATES)[number]): string =>
  state === 'internal_review' ? t.waiting : t[state]

const LIST = {
  rowsOf: ({ reviews }: ResultOf<'listTemplateReviews'>) => reviews,
  keyOf: ({ draftId, version }: Row) => `${draftId} ${version}`,
  order: 'queue',
} as const

const ReviewLink = ({ row, href, isCurrent }: { row: Row; href: string; isCurrent: boolean }) => (
  <a href={href} data-row aria-current={isCurrent ? 'true' : undefined}>
    <span class="row one">
      <b class="strong cut">
        <ForeignText text={row.name} />
      </b>
      <span class="push small quiet nowrap">
        <SinceText at={row.stateSince} />
      </span>
    </span>
    <span class="small quiet">
      {shownText(organizationName(row.organizationId) ?? shortId(row.organizationId))}
    </span>
    <span class="small quiet">
      {channelWord(row.channel)} · v{row.version}
      {row.awaitsConfirmation && ` · ${t.idsEntered}`}
    </span>
  </a>
)

/** Template versions that need a review, and those that were reviewed. */
export const TemplatesScreen = () => {
  const state = STATES.find((one) => one === address.value.filters['state']) ?? 'internal_review'
  const open = pathParts.value[1]
  const list = usePages('listTemplateReviews', { state }, LIST)
  const row = list.rows?.find(({ draftId }) => draftId === open)
  const next = list.rows?.find(({ draftId }) => draftId !== open)
  useTitle(
    row === undefined ? t.title : shownText(row.name),
    open === undefined ? undefined : { title: t.title, href: pathWith('/templates', { state }) },
  )
  return (
    <>
      <TabBar
        label={t.title}
        tabs={STATES.map((one) => ({
          href: pathWith('/templates', { state: one }),
          label: labelOf(one),
          isCurrent: one === state,
        }))}
      />
      <div class={open === undefined ? 'panes tabbed' : 'panes tabbed open listed'}>
        <ListPane label={t.list} list={list} empty={t.empties[state]} hasKeys>
          {(rows) => (
            <ul class="list">
              {rows.map((one) => (
                <li key={LIST.keyOf(one)}>
                  <ReviewLink
                    row={one}
                    href={pathWith(`/templates/${one.draftId}`, { state, version: String(one.version) })}
                    isCurrent={one.draftId === open}
                  />
                </li>
              ))}
            </ul>
          )}
        </ListPane>
        {open !== undefined && <TemplateRecord key={open} draftId={open} next={next} onDone={list.retry} />}
      </div>
    </>
  )
}
