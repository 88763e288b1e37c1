import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { PROVIDERS_TEXTS as t } from './providers-texts.js'
import { ShownOnce } from '../../parts/shown-once.js'
import { type SwitchCommand, ThrowSwitch } from '../switches/throw-switch.js'
import { AccountDialog, type ListedAccount } from './account-dialog.js'
import type { ListedKind } from './account-fields.js'

/** The open dialog of the providers screen and its subject. Without an account, a new one is created. */
export type OpenDialog =
  | { readonly _tag: 'Account'; readonly account: ListedAccount | undefined }
  | { readonly _tag: 'Address'; readonly account: ListedAccount }
  | { readonly _tag: 'Switch'; readonly order: SwitchCommand }

/** Gives an account a new callback address, which is shown once. */
const AddressDialog = ({
  account: { providerAccountId, version, name },
  onClose,
  onMade,
}: {
  account: ListedAccount
  onClose(): void
  onMade(callbackUrl: string | null): void
}) => (
  <OperationDialog
    operation="rotateCallbackToken"
    title={t.addressTitle(shownText(name))}
    lead={t.addressLead}
    fixed={{ providerAccountId, version }}
    confirm={t.addressDo}
    onClose={onClose}
    onDone={({ callbackUrl }) => onMade(callbackUrl)}
  />
)

interface ProviderDialogProps {
  readonly open: OpenDialog | undefined
  readonly kinds: readonly ListedKind[]
  onClose(): void
  onDone(): void
}

/** The open dialog. After it closes, a new callback address is shown once. */
export const ProviderDialog = ({ open, kinds, onClose, onDone }: ProviderDialogProps) => {
  const [made, setMade] = useState<string | null>()
  const showMade = (callbackUrl: string | null): void => {
    onDone()
    setMade(callbackUrl)
  }
  return (
    <>
      {open?._tag === 'Account' && (
        <AccountDialog account={open.account} kinds={kinds} onClose={onClose} onDone={onDone} />
      )}
      {open?._tag === 'Address' && (
        <AddressDialog account={open.account} onClose={onClose} onMade={showMade} />
      )}
      {open?._tag === 'Switch' && <ThrowSwitch order={open.order} onClose={onClose} onDone={onDone} />}
      {made !== undefined && (
        <ShownOnce values={made === null ? null : [made]} onClose={() => setMade(undefined)} />
      )}
    </>
  )
}
