import type { ResultOf } from '@postrider/core/assembly/registry'
import { channelWord } from '../../language/channel-words.js'
import { TagWord } from '../../parts/boxes.js'
import { DataTable } from '../../parts/data-table.js'
import { ListPane } from '../../parts/list-pane.js'
import { TabBar } from '../../parts/tab-bar.js'
import { DatedText, ForeignText } from '../../parts/words.js'
import { address, pathWith } from '../../state/address.js'
import { usePages } from '../../state/pages.js'
import { useTitle } from '../../state/title.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'
import { shownOrganizationId } from '../state/access.js'
import { unsavedTemplate } from './unsaved-template.js'
import { languageWord } from '../../language/language-words.js'
import { categoryWord, TemplateStateTag } from './template-words.js'

type Row = ResultOf<'listCustomerTemplateDrafts'>['drafts'][number]

/** The states that the list can be filtered by. */
const STATES = ['draft', 'internal_review', 'pending_vendor', 'approved', 'rejected', 'paused'] as const

const LIST = {
  rowsOf: ({ drafts }: ResultOf<'listCustomerTemplateDrafts'>) => drafts,
  keyOf: ({ draftId }: Row) => draftId,
  order: 'queue',
} as const

const StateCell = ({ row }: { row: Row }) => (
  <span class="standing">
    <TemplateStateTag state={row.state} />
    {row.versionInUse !== null && row.versionInUse !== row.version && (
      <span class="small quiet">{t.inUse(row.versionInUse)}</span>
    )}
    {row.expectedBy !== null && (
      <span class="small quiet">
        {t.expectedBy} <DatedText at={row.expectedBy} />
      </span>
    )}
  </span>
)

const COLUMNS = [
  {
    head: t.name,
    cell: (row: Row) => (
      <span class="broken">
        <ForeignText text={row.name} />{' '}
        {unsavedTemplate(row.draftId) !== undefined && <TagWord tone="warn">{t.notSaved}</TagWord>}
      </span>
    ),
  },
  { head: t.channel, cell: ({ channel }: Row) => channelWord(channel) },
  { head: t.category, cell: ({ category }: Row) => categoryWord(category) },
  {
    head: t.language,
    cell: ({ language, variantOf }: Row) => (
      <>
        {languageWord(language) ?? <ForeignText text={language} />}
        {variantOf !== undefined && <div class="small quiet">{t.isLanguage}</div>}
      </>
    ),
  },
  { head: t.state, cell: (row: Row) => <StateCell row={row} /> },
  { head: t.since, cell: ({ stateSince }: Row) => <DatedText at={stateSince} /> },
]

/** The templates of the organization, each with the state of its newest version. */
export const TemplateList = () => {
  const state = STATES.find((one) => one === address.value.filters['state'])
  useTitle(t.title)
  const request = {
    organizationId: shownOrganizationId.value ?? '',
    ...(state === undefined ? {} : { state }),
  }
  const list = usePages('listCustomerTemplateDrafts', request, LIST)
  return (
    <>
      <TabBar
        label={t.filterLabel}
        tabs={[undefined, ...STATES].map((one) => ({
          href: pathWith('/templates', { state: one }),
          label: one === undefined ? t.all : (t.states[one] ?? one),
          isCurrent: one === state,
        }))}
      />
      <div class="panes tabbed">
        <ListPane
          label={t.title}
          list={list}
          empty={t.empties[state ?? 'all']}
          hasKeys
          head={
            <a class="button main push" href="/templates/new">
              {t.newTemplate}
            </a>
          }
        >
          {(rows) => (
            <DataTable
              label={t.title}
              rows={rows}
              brief={[t.name, t.state, t.channel, t.since, t.language]}
              keyOf={LIST.keyOf}
              hrefOf={({ draftId }) => `/templates/${draftId}`}
              columns={COLUMNS}
            />
          )}
        </ListPane>
      </div>
    </>
  )
}
