import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../../forms/operation-dialog.js'
import { MYSELF_TEXTS as t } from '../../language/people-texts.js'
import { permissionsText } from '../../language/permission-words.js'
import { FactList, PanelBox, TagWord } from '../../../parts/boxes.js'
import { DataTable } from '../../../parts/data-table.js'
import { ReadingView } from '../../../parts/screen-states.js'
import { ShownOnce } from '../../../parts/shown-once.js'
import { ForeignText, WhenText } from '../../../parts/words.js'
import { client } from '../../../state/connection.js'
import { hasSingleKeys, setSingleKeys } from '../../../state/keyboard.js'
import { useReading } from '../../../state/reading.js'
import { useTitle } from '../../../state/title.js'
import { say } from '../../../state/toast.js'

type Session = ResultOf<'listOwnSessions'>['sessions'][number]

interface AccessDialogProps {
  readonly act: 'password' | 'renew'
  onClose(): void
  onRenewed(codes: readonly string[] | null): void
}

const AccessDialog = ({ act, onClose, onRenewed }: AccessDialogProps) =>
  act === 'password' ? (
    <OperationDialog
      operation="changePassword"
      title={t.passwordTitle}
      lead={t.passwordLead}
      confirm={t.passwordDo}
      onClose={onClose}
      onDone={() => {
        onClose()
        say(t.passwordDone)
      }}
    />
  ) : (
    <OperationDialog
      operation="renewRecoveryCodes"
      title={t.renewTitle}
      lead={t.renewLead}
      confirm={t.renewDo}
      onClose={onClose}
      onDone={({ recoveryCodes }) => onRenewed(recoveryCodes)}
    />
  )

const AccessPanel = () => {
  const reading = useReading('getOwnAccess', {})
  const [open, setOpen] = useState<'password' | 'renew'>()
  const [codes, setCodes] = useState<readonly string[] | null>()
  const close = (): void => setOpen(undefined)
  return (
    <PanelBox title={t.access}>
      <ReadingView reading={reading}>
        {({ superAdmin }) => (
          <div class="in">
            <FactList
              facts={[
                [t.name, <ForeignText text={superAdmin.displayName} />],
                [t.email, <ForeignText text={superAdmin.email} />],
                [t.permissions, permissionsText(superAdmin.permissions)],
                [t.codes, String(superAdmin.recoveryCodesLeft)],
              ]}
            />
          </div>
        )}
      </ReadingView>
      <div class="in row">
        <button type="button" class="button" onClick={() => setOpen('password')}>
          {t.password}
        </button>
        <button type="button" class="button" onClick={() => setOpen('renew')}>
          {t.renew}
        </button>
        <form method="post" action="/sign-out" class="push">
          <button type="submit" class="button">
            {t.signOut}
          </button>
        </form>
      </div>
      {open !== undefined && (
        <AccessDialog
          act={open}
          onClose={close}
          onRenewed={(renewed) => {
            close()
            setCodes(renewed)
            reading.retry()
          }}
        />
      )}
      {codes !== undefined && <ShownOnce values={codes} onClose={() => setCodes(undefined)} />}
    </PanelBox>
  )
}

const SessionPanel = () => {
  const reading = useReading('listOwnSessions', {})
  const end = ({ sessionId }: Session): void => {
    client.mutate('endOwnSession', { sessionId }).then(
      () => {
        say(t.ended)
        reading.retry()
      },
      () => say(t.notEnded),
    )
  }
  return (
    <PanelBox title={t.sessions}>
      <ReadingView reading={reading}>
        {({ sessions }) => (
          <DataTable
            label={t.sessions}
            rows={sessions}
            keyOf={({ sessionId }) => sessionId}
            columns={[
              {
                head: t.from,
                cell: ({ clientAddress, isCurrent }) => (
                  <>
                    {clientAddress ?? t.unknown} {isCurrent && <TagWord tone="good">{t.current}</TagWord>}
                  </>
                ),
              },
              { head: t.place, cell: ({ place }) => t.places[place] },
              { head: t.signedIn, cell: ({ createdAt }) => <WhenText at={createdAt} /> },
              { head: t.seen, cell: ({ seenAt }) => <WhenText at={seenAt} /> },
              { head: t.until, cell: ({ endsAt }) => <WhenText at={endsAt} /> },
              {
                head: t.actions,
                isNumber: true,
                cell: (session) => (
                  <button type="button" class="button bare" onClick={() => end(session)}>
                    {t.end}
                  </button>
                ),
              },
            ]}
          />
        )}
      </ReadingView>
    </PanelBox>
  )
}

/** Oneself: what one may do, password, recovery codes, where one is signed in, and what keys do. */
export const MyselfScreen = () => {
  useTitle(t.title)
  return (
    <div class="page">
      <AccessPanel />
      <SessionPanel />
      <PanelBox title={t.keys}>
        <label class="choice in">
          <input
            type="checkbox"
            checked={hasSingleKeys.value}
            onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
          />
          {t.singleKeys}
        </label>
      </PanelBox>
    </div>
  )
}
