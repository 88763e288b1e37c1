import { useState } from 'preact/hooks'
import { PanelBox } from '../../parts/boxes.js'
import { ListView } from '../../parts/data-table.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { usePages } from '../../state/pages.js'
import { useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'
import { MEMBERS_TEXTS as t } from './members-texts.js'
import { mayHere, shownOrganizationId } from '../state/access.js'
import { InvitationPanel } from './invitation-panel.js'
import { InviteDialog } from './invite-dialog.js'
import type { MemberRow } from './member-dialog.js'
import { MemberTable } from './member-table.js'
import { RequirementPanel } from './requirement-panel.js'

const MEMBER_LIST = {
  rowsOf: ({ members }: { members: readonly MemberRow[] }) => members,
  keyOf: ({ userId }: MemberRow) => userId,
  order: 'queue',
} as const

const OfOrganization = ({ organizationId: id }: { organizationId: string }) => {
  const list = usePages('listOrganizationMembers', { organizationId: id }, MEMBER_LIST)
  const { data } = useReading('listOrganizationRoles', { organizationId: id })
  const [isInviting, setInviting] = useState(false)
  const roles = data?.roles ?? []
  const mayManage = mayHere('members.manage')
  return (
    <div class="page">
      <PanelBox
        title={t.members}
        aside={
          mayManage && (
            <button type="button" class="button main" onClick={() => setInviting(true)}>
              {t.invite}
            </button>
          )
        }
      >
        <ListView list={list} empty={null}>
          {(members) => <MemberTable members={members} roles={roles} onDone={list.retry} />}
        </ListView>
      </PanelBox>
      {list.page !== undefined && (
        <InvitationPanel invitations={list.page.invitations} roles={roles} onDone={list.retry} />
      )}
      {mayHere('organization.manage') && <RequirementPanel />}
      {isInviting && <InviteDialog roles={roles} onClose={() => setInviting(false)} onDone={list.retry} />}
    </div>
  )
}

/** The members and invitations of the organization. */
export const MembersScreen = () => {
  useTitle(t.title)
  const id = shownOrganizationId.value
  if (id === undefined) return <EmptyNote title={t.noOrganizationTitle}>{t.noOrganization}</EmptyNote>
  return <OfOrganization organizationId={id} />
}
