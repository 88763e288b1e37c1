import type { ResultOf } from '@postrider/core/assembly/registry'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { BlastList } from '../../parts/boxes.js'
import { ReadingView } from '../../parts/screen-states.js'
import { useReading } from '../../state/reading.js'
import { say } from '../../state/toast.js'
import { MEMBERS_TEXTS as t } from './members-texts.js'
import { askContext, mayHere, membership, shownOrganizationId } from '../state/access.js'
import { RoleHint, type RoleList, withGivable } from './role-choice.js'

/** A member in the organization's list. */
export type MemberRow = ResultOf<'listOrganizationMembers'>['members'][number]

/** The actions for a member. */
export type MemberAct = 'change' | 'remove' | 'leave'

interface MemberDialogProps {
  readonly act: MemberAct
  readonly member: MemberRow
  readonly roles: RoleList
  onClose(): void
  onDone(): void
}

const KEYS_COUNTED = 100

/** The number of active Agent keys that a member sponsors, among the newest. */
const KeyCount = ({ userId }: { userId: string }) => {
  const body = { organizationId: shownOrganizationId.value ?? '', limit: KEYS_COUNTED }
  const reading = useReading('listOrganizationAgentKeys', body, { isKept: false })
  return (
    <ReadingView reading={reading}>
      {({ agentKeys }) =>
        agentKeys.filter(({ sponsorId, status }) => sponsorId === userId && status === 'active').length
      }
    </ReadingView>
  )
}

/** The number of active credentials that a member created, among the newest. */
const CredentialCount = ({ userId }: { userId: string }) => {
  const body = { organizationId: shownOrganizationId.value ?? '', limit: KEYS_COUNTED }
  const reading = useReading('listServerCredentials', body, { isKept: false })
  return (
    <ReadingView reading={reading}>
      {({ credentials }) =>
        credentials.filter(({ createdBy, status }) => createdBy?.userId === userId && status === 'active')
          .length
      }
    </ReadingView>
  )
}

/** The number of credentials and keys of a member that still work. */
const leftOf = ({
  credentials,
  agentKeys,
}: Pick<ResultOf<'changeOrganizationMemberRole'>, 'credentials' | 'agentKeys'>): number =>
  [...credentials, ...agentKeys].filter(({ status }) => status === 'active').length

const WhatEnds = ({ userId }: { userId: string }) => (
  <section aria-label={t.ends}>
    <BlastList
      facts={[
        [t.pages, t.pagesEnd],
        [t.requests, t.requestsEnd],
        ...(mayHere('agentKeys.manage') ? [[t.keys, <KeyCount userId={userId} />] as const] : []),
        ...(mayHere('credentials.manage')
          ? [[t.credentials, <CredentialCount userId={userId} />] as const]
          : []),
      ]}
    />
  </section>
)

const ChangeDialog = ({ member, roles, onClose, onDone }: Omit<MemberDialogProps, 'act'>) => (
  <OperationDialog
    operation="changeOrganizationMemberRole"
    title={t.changeTitle(shownText(member.displayName))}
    lead={t.changeLead}
    fixed={{ organizationId: member.organizationId, userId: member.userId }}
    refine={withGivable(roles, member.role)}
    foresee={(bodyOf) => <RoleHint roles={roles} role={bodyOf(['role'])?.['role']} />}
    conflict={t.notChanged}
    confirm={t.changeDo}
    onClose={onClose}
    onDone={(made) => {
      say(t.changed(leftOf(made)))
      onDone()
      onClose()
    }}
  />
)

const RemoveDialog = ({ member, onClose, onDone }: Omit<MemberDialogProps, 'act' | 'roles'>) => {
  const name = shownText(member.displayName)
  return (
    <OperationDialog
      operation="revokeOrganizationMember"
      title={t.removeTitle(name)}
      lead={t.removeLead}
      fixed={{ organizationId: member.organizationId, userId: member.userId }}
      without={['invitationId']}
      conflict={t.lastOwner}
      confirm={t.removeDo(name)}
      tone="stop"
      onClose={onClose}
      onDone={(made) => {
        say(t.removed(name, leftOf(made)))
        onDone()
        onClose()
      }}
    >
      <WhatEnds userId={member.userId} />
    </OperationDialog>
  )
}

const LeaveDialog = ({ member, onClose }: Pick<MemberDialogProps, 'member' | 'onClose'>) => {
  const name = shownText(membership.value?.organization.displayName ?? '')
  return (
    <OperationDialog
      operation="leaveOrganization"
      title={t.leaveTitle(name)}
      lead={t.leaveLead}
      fixed={{ organizationId: member.organizationId }}
      conflict={t.lastOwnerSelf}
      confirm={t.leaveDo}
      tone="stop"
      onClose={onClose}
      onDone={() => {
        say(t.left(name))
        onClose()
        askContext()
      }}
    />
  )
}

/** The dialog of an action for a member, or of a member who leaves. */
export const MemberDialog = ({ act, roles, ...rest }: MemberDialogProps) => {
  if (act === 'change') return <ChangeDialog roles={roles} {...rest} />
  return act === 'remove' ? <RemoveDialog {...rest} /> : <LeaveDialog {...rest} />
}
