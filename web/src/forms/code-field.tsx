import { useEffect, useRef } from 'preact/hooks'
import { FORM_TEXTS as t } from '../language/form-texts.js'
import { describedBy, FormFieldBox } from '../parts/form-field.js'

/** The field for a second-factor code. It gets the focus when it appears and after a wrong code. */
export const CodeField = ({
  code,
  problem,
  onWrite,
}: {
  code: string
  problem: string | undefined
  onWrite(code: string): void
}) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [problem])
  return (
    <FormFieldBox id="f-code" label={t.code} hint={t.codeHint} problem={problem}>
      <input
        ref={input}
        {...describedBy('f-code', problem, t.codeHint)}
        class="input code"
        autocomplete="one-time-code"
        value={code}
        onInput={({ currentTarget }) => onWrite(currentTarget.value)}
      />
    </FormFieldBox>
  )
}
