import { useState } from 'preact/hooks'
import { AppearancePanel } from '../../access/appearance-panel.js'
import { KeyboardPanel } from '../../access/keyboard-panel.js'
import { PasswordDialog } from '../../access/password-dialog.js'
import { SessionPanel } from '../../access/session-panel.js'
import { SignOutForm } from '../../access/sign-out-form.js'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { ACCESS_TEXTS as a } from '../../language/access-texts.js'
import { MYSELF_TEXTS as t } from '../people/people-texts.js'
import { permissionsText } from '../people/permission-words.js'
import { FactList, PanelBox } from '../../parts/boxes.js'
import { ReadingView } from '../../parts/screen-states.js'
import { ShownOnce } from '../../parts/shown-once.js'
import { ForeignText } from '../../parts/words.js'
import { useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'

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
          {a.password}
        </button>
        <button type="button" class="button" onClick={() => setOpen('renew')}>
          {t.renew}
        </button>
        <SignOutForm />
      </div>
      {open === 'password' && <PasswordDialog onClose={close} />}
      {open === 'renew' && (
        <OperationDialog
          operation="renewRecoveryCodes"
          title={t.renewTitle}
          lead={t.renewLead}
          confirm={t.renewDo}
          onClose={close}
          onDone={({ recoveryCodes }) => {
            close()
            setCodes(recoveryCodes)
            reading.retry()
          }}
        />
      )}
      {codes !== undefined && <ShownOnce values={codes} onClose={() => setCodes(undefined)} />}
    </PanelBox>
  )
}

/** The reader's own account: permissions, password, recovery codes, sessions and keyboard settings. */
export const MyselfScreen = () => {
  useTitle(t.title)
  return (
    <div class="page">
      <AccessPanel />
      <SessionPanel />
      <AppearancePanel />
      <KeyboardPanel />
    </div>
  )
}
