import { useState } from 'preact/hooks'
import { TagWord } from '../../parts/boxes.js'
import { DataTable } from '../../parts/data-table.js'
import { DatedText, ForeignText } from '../../parts/words.js'
import { MEMBERS_TEXTS as t } from './members-texts.js'
import { roleWord } from './role-words.js'
import { context } from '../state/access.js'
import { type MemberAct, MemberDialog, type MemberRow } from './member-dialog.js'
import type { RoleList } from './role-choice.js'

interface MemberTableProps {
  readonly members: readonly MemberRow[]
  readonly roles: RoleList
  onDone(): void
}

interface OpenDialog {
  readonly act: MemberAct
  readonly member: MemberRow
}

/** The members, with the actions that the reader may take for each. */
export const MemberTable = ({ members, roles, onDone }: MemberTableProps) => {
  const [open, setOpen] = useState<OpenDialog>()
  const ownId = context.value?.user.userId
  const isGivable = (role: string): boolean => roles.some((one) => one.role === role && one.isGivable)
  const actsOn = ({ userId, role }: MemberRow): readonly MemberAct[] => [
    ...(isGivable(role) ? (['change'] as const) : []),
    ...(userId === ownId ? (['leave'] as const) : isGivable(role) ? (['remove'] as const) : []),
  ]
  return (
    <>
      <DataTable
        label={t.members}
        rows={members}
        keyOf={({ userId }) => userId}
        columns={[
          {
            head: t.name,
            cell: ({ userId, displayName, email }) => (
              <>
                <b class="strong">
                  <ForeignText text={displayName} />
                </b>{' '}
                {userId === ownId && <TagWord tone="good">{t.you}</TagWord>}
                <br />
                <span class="small quiet">
                  <ForeignText text={email} />
                </span>
              </>
            ),
          },
          { head: t.role, cell: ({ role }) => roleWord(role) },
          { head: t.since, cell: ({ createdAt }) => <DatedText at={createdAt} /> },
          {
            head: t.actions,
            isNumber: true,
            cell: (member) => (
              <div class="row end">
                {actsOn(member).map((act) => (
                  <button
                    key={act}
                    type="button"
                    class="button bare"
                    onClick={() => setOpen({ act, member })}
                  >
                    {t[act]}
                  </button>
                ))}
              </div>
            ),
          },
        ]}
      />
      {open !== undefined && (
        <MemberDialog {...open} roles={roles} onClose={() => setOpen(undefined)} onDone={onDone} />
      )}
    </>
  )
}
