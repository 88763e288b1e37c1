import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { countText, shownText } from '../../format/shown-text.js'
import { PEOPLE_TEXTS as t } from './people-texts.js'
import { permissionWord } from './permission-words.js'
import { FactList, NoteBox, TagWord } from '../../parts/boxes.js'
import { HistoryLink } from '../parts/history-link.js'
import { DatedText, ForeignText, IdText } from '../../parts/words.js'
import { pathWith } from '../../state/address.js'
import { may, signedIn } from '../state/access.js'
import { say } from '../../state/toast.js'

type Admin = ResultOf<'listSuperAdmins'>['superAdmins'][number]
type AdminAct = 'permit' | 'reset' | 'endSessions' | 'disable' | 'enable'

interface AdminDialogProps {
  readonly admin: Admin
  readonly act: AdminAct
  onClose(): void
  onDone(text: string): void
}

const AdminDialog = ({ admin, act, onClose, onDone }: AdminDialogProps) => {
  const { userId, permissions } = admin
  const isSwitch = act === 'disable' || act === 'enable'
  const common = {
    title: t[`${act}Title`](shownText(admin.displayName)),
    lead: t[`${act}Lead`],
    fixed: { userId, version: isSwitch ? admin.userVersion : admin.version },
    confirm: t[`${act}Do`],
    onClose,
  }
  if (act === 'permit')
    return (
      <OperationDialog
        {...common}
        operation="setSuperAdminPermissions"
        initial={{ permissions }}
        onDone={() => onDone(t.permitted)}
      />
    )
  if (act === 'reset')
    return <OperationDialog {...common} operation="resetSecondFactor" onDone={() => onDone(t.wasProposed)} />
  if (act === 'endSessions')
    return (
      <OperationDialog
        {...common}
        fixed={{ email: admin.email }}
        operation="endUserSessions"
        tone="stop"
        onDone={({ ended }) => onDone(t.sessionsEnded(ended))}
      />
    )
  return (
    <OperationDialog
      {...common}
      operation={act === 'disable' ? 'disableUser' : 'enableUser'}
      tone={act === 'disable' ? 'stop' : 'main'}
      onDone={() => onDone(act === 'disable' ? t.wasDisabled : t.wasEnabled)}
    />
  )
}

const AdminActions = ({ admin, onDone }: { admin: Admin; onDone(): void }) => {
  const [act, setAct] = useState<AdminAct>()
  if (admin.userId === signedIn.value?.userId)
    return (
      <NoteBox>
        <p>
          {t.own} <a href="/me">{t.ownPage}</a>
        </p>
      </NoteBox>
    )
  const acts =
    admin.status === 'active'
      ? (['permit', 'reset', 'endSessions', 'disable'] as const)
      : (['permit', 'enable'] as const)
  return (
    <div class="row">
      {acts.map((one) => (
        <button key={one} type="button" class="button" onClick={() => setAct(one)}>
          {t[one]}
        </button>
      ))}
      {act !== undefined && (
        <AdminDialog
          admin={admin}
          act={act}
          onClose={() => setAct(undefined)}
          onDone={(text) => {
            setAct(undefined)
            say(text)
            onDone()
          }}
        />
      )}
    </div>
  )
}

/** A super admin's permissions and the possible actions. People can't change their own record. */
export const AdminRecord = ({ admin, onDone }: { admin: Admin; onDone(): void }) => {
  const { userId, permissions, status } = admin
  return (
    <section class="pane" aria-label={t.person}>
      <div class="head">
        <h2>
          <ForeignText text={admin.displayName} />
        </h2>
        <TagWord tone={status === 'active' ? 'good' : 'alarm'}>{t[status]}</TagWord>
        <span class="row push">
          {may('admin.audit') && <a href={pathWith('/audit', { actorId: userId })}>{t.acts}</a>}
          <HistoryLink target={userId} />
        </span>
      </div>
      <div class="fit">
        <div class="in stack wide">
          <AdminActions admin={admin} onDone={onDone} />
          <FactList
            facts={[
              [t.email, <ForeignText text={admin.email} />],
              [t.since, <DatedText at={admin.createdAt} />],
              [t.codesLeft, countText(admin.recoveryCodesLeft)],
              [t.record, <IdText id={userId} />],
            ]}
          />
          <div class="stack tight">
            <h3>{t.permissions}</h3>
            {permissions.length === 0 ? (
              <p class="quiet">{t.noPermissions}</p>
            ) : (
              <ul class="stack tight">
                {permissions.map((permission) => (
                  <li key={permission}>{permissionWord(permission)}</li>
                ))}
              </ul>
            )}
          </div>
        </div>
      </div>
    </section>
  )
}
