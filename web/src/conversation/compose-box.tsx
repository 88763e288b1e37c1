import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useFormDraft } from '../forms/form-draft.js'
import { refusalText } from '../forms/submit-form.js'
import { TALK_TEXTS as t } from '../language/talk-texts.js'
import { errorOf } from '../live/open-calls.js'
import { FormFieldBox } from '../parts/form-field.js'

interface ComposeBoxProps {
  /** The name under which the draft is kept if the session ends. */
  readonly form: string
  readonly label: string
  /** Further actions. */
  readonly children?: ComponentChildren
  send(text: string): Promise<unknown>
  onSent(): void
}

/** The reply box. It keeps unsent text. */
export const ComposeBox = ({ form, label, children, send, onSent }: ComposeBoxProps) => {
  const {
    written: { text },
    write,
    forget,
  } = useFormDraft(form, {})
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  // The field gets the focus when a conversation opens, before the first paint.
  useLayoutEffect(() => field.current?.focus(), [])
  const written = typeof text === 'string' ? text : ''
  const sendIt = async (): Promise<void> => {
    if (written.trim() === '' || isSending) return
    setSending(true)
    setProblem(undefined)
    try {
      await send(written)
      forget()
      onSent()
    } catch (failure) {
      setProblem(`${t.notSent} ${refusalText(errorOf(failure))}`)
    }
    setSending(false)
  }
  return (
    <form
      class="compose"
      onSubmit={(event) => {
        event.preventDefault()
        void sendIt()
      }}
    >
      <FormFieldBox id="say" label={label} problem={problem}>
        <textarea
          id="say"
          ref={field}
          class="input"
          rows={2}
          value={written}
          onInput={({ currentTarget }) => write({ text: currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void sendIt()
          }}
        />
      </FormFieldBox>
      <div class="row">
        {children}
        <button type="submit" class="button main push" disabled={isSending}>
          {isSending ? t.sending : t.send} <kbd>{t.sendHint}</kbd>
        </button>
      </div>
    </form>
  )
}
