import { shortId } from '../../format/shown-text.js'
import type { TableColumn } from '../../parts/data-table.js'
import { ERASURE_LIST, ErasurePane, type ErasureRow } from '../../erasures/erasure-pane.js'
import { FilterBar } from '../../parts/filter-bar.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { address } from '../../state/address.js'
import { usePages } from '../../state/pages.js'
import { HistoryLink } from '../parts/history-link.js'
import { memberName, personName } from '../state/names.js'
import { ORGANIZATION_FILTER } from './organization-filter.js'
import { PEOPLE_TEXTS as t } from './people-texts.js'

const HISTORY: TableColumn<ErasureRow> = {
  head: t.actions,
  isNumber: true,
  cell: ({ erasureId }) => <HistoryLink target={erasureId} />,
}

/** The person who requested an erasure, and whether they are a customer or a super admin. */
const requesterOf = ({ organizationId, source, requestedBy }: ErasureRow): string => {
  const id = requestedBy ?? ''
  const name = source === 'operator' ? personName(id) : memberName(organizationId, id)
  return `${name ?? shortId(id)} (${t.sides[source]})`
}

const ErasuresOf = ({ organizationId }: { organizationId: string }) => (
  <ErasurePane
    operation="eraseOrganizationRecipient"
    organizationId={organizationId}
    list={usePages('listOrganizationErasures', { organizationId }, ERASURE_LIST)}
    head={<FilterBar options={ORGANIZATION_FILTER} />}
    more={[HISTORY]}
    requesterOf={requesterOf}
  />
)

/** The erasures of an Organization's recipients. The list doesn't contain the recipients. */
export const ErasureList = () => {
  const { organizationId } = address.value.filters
  return (
    <div class="panes tabbed">
      {organizationId === undefined ? (
        <section class="pane" aria-label={t.tabs.erasures}>
          <div class="head">
            <FilterBar options={ORGANIZATION_FILTER} />
          </div>
          <div class="fit">
            <EmptyNote title={t.tabs.erasures}>{t.chooseOrganizationErased}</EmptyNote>
          </div>
        </section>
      ) : (
        <ErasuresOf key={organizationId} organizationId={organizationId} />
      )}
    </div>
  )
}
