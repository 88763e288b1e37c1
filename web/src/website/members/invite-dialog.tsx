import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { say } from '../../state/toast.js'
import { MEMBERS_TEXTS as t } from './members-texts.js'
import { shownOrganizationId } from '../state/access.js'
import { RoleGuide, RoleHint, type RoleList, withGivable } from './role-choice.js'

interface InviteProps {
  readonly roles: RoleList
  onClose(): void
  onDone(): void
}

/** Invites a person to the organization. */
export const InviteDialog = ({ roles, onClose, onDone }: InviteProps) => (
  <OperationDialog
    operation="inviteOrganizationMember"
    title={t.inviteTitle}
    lead={t.inviteLead}
    fixed={{ organizationId: shownOrganizationId.value }}
    refine={withGivable(roles)}
    foresee={(bodyOf) => (
      <>
        <RoleHint roles={roles} role={bodyOf(['role'])?.['role']} />
        <RoleGuide roles={roles} />
      </>
    )}
    conflict={t.isMember}
    confirm={t.inviteDo}
    onClose={onClose}
    onDone={({ invitation }) => {
      say(t.invited(shownText(invitation.email)))
      onDone()
      onClose()
    }}
  />
)
