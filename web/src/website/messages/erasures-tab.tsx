import { ERASURE_TEXTS as t } from '../../language/erasure-texts.js'
import { ERASURE_LIST, ErasurePane } from '../../erasures/erasure-pane.js'
import { usePages } from '../../state/pages.js'
import { shownOrganizationId } from '../state/access.js'
import { useMemberNames } from '../state/member-names.js'

/** The erasures of recipients with their progress, and the form for another one. */
export const ErasuresTab = () => {
  const organizationId = shownOrganizationId.value ?? ''
  const nameOf = useMemberNames(organizationId, t.you)
  return (
    <ErasurePane
      operation="eraseRecipient"
      organizationId={organizationId}
      list={usePages('listErasures', { organizationId }, ERASURE_LIST)}
      requesterOf={({ requestedBy }) => (requestedBy === null ? t.support : nameOf(requestedBy))}
    />
  )
}
