import { useState } from 'preact/hooks'
import { FORM_TEXTS } from '../../../language/form-texts.js'
import { SWITCHES_TEXTS as t } from '../../language/switches-texts.js'
import { describedBy, FormFieldBox } from '../../../parts/form-field.js'
import { ModalDialog } from '../../../parts/modal-dialog.js'
import { ReadingView } from '../../../parts/screen-states.js'
import { useReading } from '../../../state/reading.js'
import type { SwitchOrder } from './throw-switch.js'

/** What kinds of switch there are. */
export type SwitchKind = keyof typeof t.kinds

const OPERATIONS = {
  organization: 'suspendOrganization',
  app: 'stopApp',
  account: 'stopProviderAccount',
  destination: 'blockDestination',
} as const

const FORMS: Readonly<Record<SwitchKind, RegExp>> = {
  organization: /^org_\w+$/,
  app: /^app_\w+$/,
  account: /^pac_\w+$/,
  destination: /^\+\d{1,15}$/,
}

interface ChooseProps {
  readonly kind: SwitchKind
  onChoose(order: SwitchOrder): void
  onClose(): void
}

const AccountSelect = ({ value, onWrite }: { value: string; onWrite(value: string): void }) => {
  const reading = useReading('listProviderAccounts', {})
  return (
    <ReadingView reading={reading}>
      {({ providerAccounts }) => (
        <select
          class="input"
          id="target"
          value={value}
          onChange={({ currentTarget }) => onWrite(currentTarget.value)}
        >
          <option value="">{FORM_TEXTS.choose}</option>
          {providerAccounts
            .filter(({ status }) => status === 'enabled')
            .map(({ providerAccountId, name }) => (
              <option key={providerAccountId} value={`${providerAccountId} ${name}`}>
                {name}
              </option>
            ))}
        </select>
      )}
    </ReadingView>
  )
}

/** Asks what is to be switched; what that hits is shown next. */
export const ChooseSwitch = ({ kind, onChoose, onClose }: ChooseProps) => {
  const [written, setWritten] = useState('')
  const [problem, setProblem] = useState<string>()
  const choose = (): void => {
    const [target = '', ...words] = written.trim().split(' ')
    if (!FORMS[kind].test(target)) return setProblem(FORM_TEXTS.form(t.chooseHint[kind] || undefined))
    onChoose({ operation: OPERATIONS[kind], target, name: words.join(' ') || target })
  }
  return (
    <ModalDialog title={t.chooseTitle[kind]} lead={t.stopHint} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          choose()
        }}
      >
        <div class="in">
          <FormFieldBox
            id="target"
            label={t.chooseLabel[kind]}
            hint={t.chooseHint[kind] || undefined}
            problem={problem}
          >
            {kind === 'account' ? (
              <AccountSelect value={written} onWrite={setWritten} />
            ) : (
              <input
                {...describedBy('target', problem, t.chooseHint[kind])}
                class="input"
                autocomplete="off"
                value={written}
                onInput={({ currentTarget }) => setWritten(currentTarget.value)}
              />
            )}
          </FormFieldBox>
        </div>
        <footer>
          <button type="button" class="button" onClick={onClose}>
            {FORM_TEXTS.cancel}
          </button>
          <button type="submit" class="button main">
            {t.next}
          </button>
        </footer>
      </form>
    </ModalDialog>
  )
}
