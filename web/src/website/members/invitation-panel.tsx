import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { errorOf } from '../../live/open-calls.js'
import { PanelBox, TagWord } from '../../parts/boxes.js'
import { DataTable } from '../../parts/data-table.js'
import { DatedText, ForeignText } from '../../parts/words.js'
import { client } from '../../state/connection.js'
import { say } from '../../state/toast.js'
import { MEMBERS_TEXTS as t } from './members-texts.js'
import { roleWord } from './role-words.js'
import { shownOrganizationId } from '../state/access.js'
import type { RoleList } from './role-choice.js'

type Invitation = ResultOf<'listOrganizationMembers'>['invitations'][number]

interface InvitationProps {
  readonly invitations: readonly Invitation[]
  readonly roles: RoleList
  onDone(): void
}

interface WithdrawProps {
  readonly invitation: Invitation
  onClose(): void
  onDone(): void
}

const WithdrawDialog = ({ invitation: { invitationId, email }, onClose, onDone }: WithdrawProps) => (
  <OperationDialog
    operation="revokeOrganizationMember"
    title={t.withdrawTitle(shownText(email))}
    lead={t.withdrawLead}
    fixed={{ organizationId: shownOrganizationId.value, invitationId }}
    without={['userId']}
    conflict={t.notWithdrawn}
    confirm={t.withdrawDo}
    tone="stop"
    onClose={onClose}
    onDone={() => {
      say(t.withdrawn)
      onDone()
      onClose()
    }}
  />
)

interface InvitationTableProps extends Pick<InvitationProps, 'invitations' | 'roles'> {
  onResend(invitation: Invitation): void
  onWithdraw(invitation: Invitation): void
}

const InvitationTable = ({ invitations, roles, onResend, onWithdraw }: InvitationTableProps) => {
  const mayGive = (role: string): boolean => roles.some((one) => one.role === role && one.isGivable)
  const actions = {
    head: t.actions,
    isNumber: true,
    cell: (invitation: Invitation) => (
      <div class="row end">
        {mayGive(invitation.role) && (
          <button type="button" class="button bare" onClick={() => onResend(invitation)}>
            {t.resend}
          </button>
        )}
        <button type="button" class="button bare" onClick={() => onWithdraw(invitation)}>
          {t.withdraw}
        </button>
      </div>
    ),
  }
  return (
    <DataTable
      label={t.invitations}
      rows={invitations}
      keyOf={({ invitationId }) => invitationId}
      columns={[
        { head: t.address, cell: ({ email }) => <ForeignText text={email} /> },
        { head: t.role, cell: ({ role }) => roleWord(role) },
        {
          head: t.status,
          cell: ({ status }) => (
            <TagWord tone={status === 'expired' ? 'warn' : ''}>
              {status === 'expired' ? t.expired : t.waits}
            </TagWord>
          ),
        },
        { head: t.until, cell: ({ expiresAt }) => <DatedText at={expiresAt} /> },
        ...(roles.some(({ isGivable }) => isGivable) ? [actions] : []),
      ]}
    />
  )
}

/** The open invitations of the organization: their expiry, and their actions. */
export const InvitationPanel = ({ invitations, roles, onDone }: InvitationProps) => {
  const [withdrawing, setWithdrawing] = useState<Invitation>()
  const resend = ({ invitationId, email }: Invitation): void => {
    const body = { organizationId: shownOrganizationId.value ?? '', invitationId }
    client.mutate('resendOrganizationInvitation', body).then(
      () => {
        say(t.resent(shownText(email)))
        onDone()
      },
      (failure: unknown) => say(`${t.notResent} ${errorOf(failure).message}`),
    )
  }
  return (
    <PanelBox title={t.invitations}>
      {invitations.length === 0 ? (
        <p class="in quiet">{t.noInvitations}</p>
      ) : (
        <InvitationTable
          invitations={invitations}
          roles={roles}
          onResend={resend}
          onWithdraw={setWithdrawing}
        />
      )}
      {withdrawing !== undefined && (
        <WithdrawDialog invitation={withdrawing} onClose={() => setWithdrawing(undefined)} onDone={onDone} />
      )}
    </PanelBox>
  )
}
