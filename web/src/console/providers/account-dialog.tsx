import type { ResultOf } from '@postrider/core/assembly/registry'
import type { WrittenValues } from '../../forms/form-values.js'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { PROVIDERS_TEXTS as t } from './providers-texts.js'
import { say } from '../../state/toast.js'
import { accountFields, type ListedKind } from './account-fields.js'

export type ListedAccount = ResultOf<'listProviderAccounts'>['providerAccounts'][number]

interface AccountDialogProps {
  /** The account to change; undefined to create one. */
  readonly account: ListedAccount | undefined
  readonly kinds: readonly ListedKind[]
  onClose(): void
  onDone(): void
}

const writtenSettings = (settings: ListedAccount['settings']): WrittenValues =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? value : String(value),
    ]),
  )

const writtenOf = (account: ListedAccount): WrittenValues => ({
  name: account.name,
  kind: account.kind,
  channels: account.channels,
  settings: writtenSettings(account.settings),
  maxConcurrent: String(account.maxConcurrent),
  ratePerSecond: account.ratePerSecond === null ? '' : String(account.ratePerSecond),
  timeoutMs: String(account.timeoutMs),
})

/** Creates or changes an account. The fields depend on the account's kind. */
export const AccountDialog = ({ account, kinds, onClose, onDone }: AccountDialogProps) => (
  <OperationDialog
    operation="saveProviderAccount"
    title={account === undefined ? t.addTitle : t.changeTitle(shownText(account.name))}
    lead={account === undefined ? t.addLead : t.changeLead}
    fixed={
      account === undefined ? {} : { providerAccountId: account.providerAccountId, version: account.version }
    }
    without={['providerAccountId', 'version']}
    refine={accountFields(kinds, account === undefined)}
    initial={account === undefined ? {} : writtenOf(account)}
    confirm={t.save}
    onClose={onClose}
    onDone={() => {
      say(t.saved)
      onDone()
    }}
  />
)
