import { useState } from 'preact/hooks'
import { FORM_TEXTS } from '../../language/form-texts.js'
import { SWITCHES_TEXTS as t } from './switches-texts.js'
import { describedBy, FormFieldBox } from '../../parts/form-field.js'
import { ModalDialog } from '../../parts/modal-dialog.js'
import { RecordPicker, type RecordSource } from '../../parts/record-picker.js'
import { ACCOUNTS, APPS, ORGANIZATIONS } from '../state/record-sources.js'
import type { SwitchCommand } from './throw-switch.js'

/** The kinds of switch. */
export type SwitchKind = keyof typeof t.kinds

const OPERATIONS = {
  organization: 'suspendOrganization',
  app: 'stopApp',
  account: 'stopProviderAccount',
  destination: 'blockDestination',
} as const

const PREFIX = /^\+\d{1,15}$/

interface ChooseProps {
  readonly kind: SwitchKind
  onChoose(order: SwitchCommand): void
  onClose(): void
}

const SOURCES: Readonly<Record<Exclude<SwitchKind, 'destination'>, RecordSource>> = {
  organization: ORGANIZATIONS,
  app: APPS,
  account: ACCOUNTS,
}

/** Asks for the target of a switch. The preview of its effect follows. */
export const ChooseSwitch = ({ kind, onChoose, onClose }: ChooseProps) => {
  const [written, setWritten] = useState('')
  const [problem, setProblem] = useState<string>()
  const source = kind === 'destination' ? undefined : SOURCES[kind]
  const choose = (): void => {
    const target = written.trim()
    if (source === undefined && !PREFIX.test(target)) return setProblem(FORM_TEXTS.form(t.chooseHint))
    if (target === '') return setProblem(FORM_TEXTS.chooseOne)
    onChoose({ operation: OPERATIONS[kind], target, name: source?.nameOf(target) ?? target })
  }
  const hint = source === undefined ? t.chooseHint : undefined
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
          <FormFieldBox id="target" label={t.chooseLabel[kind]} hint={hint} problem={problem}>
            {source === undefined ? (
              <input
                {...describedBy('target', problem, hint)}
                class="input"
                autocomplete="off"
                value={written}
                onInput={({ currentTarget }) => setWritten(currentTarget.value)}
              />
            ) : (
              <RecordPicker
                input={describedBy('target', problem, hint)}
                source={source}
                value={written}
                onChoose={setWritten}
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
