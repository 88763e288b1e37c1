import { OperationDialog } from '../forms/operation-dialog.js'
import { ACCESS_TEXTS as t } from '../language/access-texts.js'
import { say } from '../state/toast.js'

/** The dialog for changing your own password. */
export const PasswordDialog = ({ onClose }: { onClose(): void }) => (
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
)
