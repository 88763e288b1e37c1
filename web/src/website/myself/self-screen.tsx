import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { AppearancePanel } from '../../access/appearance-panel.js'
import { KeyboardPanel } from '../../access/keyboard-panel.js'
import { PasswordDialog } from '../../access/password-dialog.js'
import { SessionPanel } from '../../access/session-panel.js'
import { SignOutForm } from '../../access/sign-out-form.js'
import { shownText } from '../../format/shown-text.js'
import { ACCESS_TEXTS as a } from '../../language/access-texts.js'
import { FactList, PanelBox, TagWord } from '../../parts/boxes.js'
import { DataTable } from '../../parts/data-table.js'
import { DatedText, ForeignText } from '../../parts/words.js'
import { client } from '../../state/connection.js'
import { useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'
import { say } from '../../state/toast.js'
import { memberPermissionsText, roleWord } from '../members/role-words.js'
import { SELF_TEXTS as t } from './self-texts.js'
import { askContext, context, shownOrganizationId, showOrganization } from '../state/access.js'

type OwnInvitation = ResultOf<'listOwnInvitations'>['invitations'][number]

const AccessPanel = () => {
  const [isChanging, setChanging] = useState(false)
  const user = context.value?.user
  return (
    <PanelBox title={t.access}>
      {user !== undefined && (
        <div class="in">
          <FactList
            facts={[
              [t.name, <ForeignText text={user.displayName} />],
              [t.email, <ForeignText text={user.email} />],
            ]}
          />
        </div>
      )}
      <div class="in row">
        <button type="button" class="button" onClick={() => setChanging(true)}>
          {a.password}
        </button>
        <a class="button" href="/second-factor" data-leave>
          {t.secondFactor}
        </a>
        <SignOutForm />
      </div>
      {isChanging && <PasswordDialog onClose={() => setChanging(false)} />}
    </PanelBox>
  )
}

const MembershipPanel = () => {
  const memberships = context.value?.memberships ?? []
  return (
    <PanelBox title={t.memberships}>
      {memberships.length === 0 ? (
        <p class="in quiet">{t.noMemberships}</p>
      ) : (
        <DataTable
          label={t.memberships}
          rows={memberships}
          keyOf={({ organization }) => organization.organizationId}
          columns={[
            {
              head: t.organization,
              cell: ({ organization }) => <ForeignText text={organization.displayName} />,
            },
            { head: t.role, cell: ({ role }) => roleWord(role) },
            { head: t.may, cell: ({ permissions }) => memberPermissionsText(permissions) },
            {
              head: t.actions,
              isNumber: true,
              cell: ({ organization }) =>
                organization.organizationId === shownOrganizationId.value ? (
                  <TagWord tone="good">{t.shown}</TagWord>
                ) : (
                  <div class="row end">
                    <button
                      type="button"
                      class="button bare"
                      onClick={() => showOrganization(organization.organizationId)}
                    >
                      {t.show}
                    </button>
                  </div>
                ),
            },
          ]}
        />
      )}
    </PanelBox>
  )
}

/** The person's open invitations. Nothing is shown if there are none. */
const OwnInvitationPanel = () => {
  const { data, retry } = useReading('listOwnInvitations', {})
  const accept = ({ invitationId, organizationName }: OwnInvitation): void => {
    client.mutate('acceptOwnInvitation', { invitationId }).then(
      () => {
        say(t.accepted(shownText(organizationName)))
        retry()
        askContext()
      },
      () => say(t.notAccepted),
    )
  }
  if (data === undefined || data.invitations.length === 0) return null
  return (
    <PanelBox title={t.invitations}>
      <DataTable
        label={t.invitations}
        rows={data.invitations}
        keyOf={({ invitationId }) => invitationId}
        columns={[
          { head: t.organization, cell: ({ organizationName }) => <ForeignText text={organizationName} /> },
          { head: t.role, cell: ({ role }) => roleWord(role) },
          { head: t.invitedBy, cell: ({ invitedByName }) => <ForeignText text={invitedByName} /> },
          { head: t.until, cell: ({ expiresAt }) => <DatedText at={expiresAt} /> },
          {
            head: t.actions,
            isNumber: true,
            cell: (invitation) => (
              <div class="row end">
                <button type="button" class="button bare" onClick={() => accept(invitation)}>
                  {t.accept}
                </button>
              </div>
            ),
          },
        ]}
      />
    </PanelBox>
  )
}

/**
 * The person's own account on the website: password, organizations and invitations, sessions and keyboard
 * settings.
 */
export const SelfScreen = () => {
  useTitle(t.title)
  return (
    <div class="page">
      <AccessPanel />
      <OwnInvitationPanel />
      <MembershipPanel />
      <SessionPanel />
      <AppearancePanel />
      <KeyboardPanel />
    </div>
  )
}
