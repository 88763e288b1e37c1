import { useRef, useState } from 'preact/hooks'
import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import { shownText } from '../../format/shown-text.js'
import { useFormDraft } from '../../forms/form-draft.js'
import { NoteBox } from '../../parts/boxes.js'
import { describedBy, FormFieldBox } from '../../parts/form-field.js'
import { errorOf } from '../../live/open-calls.js'

interface NameFormProps {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly confirm: string
  /** Called with the entered name. Errors that it throws are shown. */
  onName(name: string): Promise<void>
}

const problemOf = (error: ErrorBody | undefined): string | undefined => error?.fieldErrors[0]?.message

/** Asks for a name and creates a record with it. */
export const NameForm = ({ id, label, hint, confirm, onName }: NameFormProps) => {
  const input = useRef<HTMLInputElement>(null)
  const { written, write, forget } = useFormDraft(id, { name: '' })
  const [error, setError] = useState<ErrorBody>()
  const [isSending, setSending] = useState(false)
  const name = typeof written['name'] === 'string' ? written['name'] : ''
  const problem = problemOf(error)
  const send = async (): Promise<void> => {
    setSending(true)
    try {
      await onName(name)
      forget()
      setError(undefined)
    } catch (failure) {
      setError(errorOf(failure))
      input.current?.focus()
    }
    setSending(false)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void send()
      }}
    >
      <FormFieldBox id={id} label={label} hint={hint} problem={problem}>
        <input
          ref={input}
          {...describedBy(id, problem, hint)}
          class="input"
          autocomplete="off"
          value={name}
          onInput={({ currentTarget }) => write({ name: currentTarget.value })}
        />
      </FormFieldBox>
      {error !== undefined && problem === undefined && (
        <div role="alert">
          <NoteBox tone="alarm">
            <p>{shownText(error.message)}</p>
          </NoteBox>
        </div>
      )}
      <button type="submit" class="button main" disabled={isSending}>
        {confirm}
      </button>
    </form>
  )
}
