import { useState } from 'preact/hooks'
import { shownText } from '../../format/shown-text.js'
import { errorOf } from '../../live/open-calls.js'
import { CodeField } from '../../forms/code-field.js'
import { FORM_TEXTS as f } from '../../language/form-texts.js'
import { NoteBox } from '../../parts/boxes.js'
import { client } from '../../state/connection.js'

interface ActProps {
  readonly label: string
  readonly tone?: 'main' | ''
  /** Errors that it throws are shown. */
  onAct(): Promise<void>
}

/** A button that acts at once, asks for the second factor if required, and shows errors. */
export const ActButton = ({ label, tone = 'main', onAct }: ActProps) => {
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [isCodeShown, setCodeShown] = useState(false)
  const [code, setCode] = useState('')
  const confirm = async (): Promise<boolean> =>
    client.confirm(code.trim()).then(
      () => true,
      () => false,
    )
  const attempt = async (): Promise<string | undefined> => {
    if (isCodeShown && !(await confirm())) return f.codeWrong
    try {
      await onAct()
      setCodeShown(false)
      return undefined
    } catch (failure) {
      const { code: reason, message } = errorOf(failure)
      if (reason !== 'second_factor_required') return message
      setCodeShown(true)
      return undefined
    }
  }
  const act = async (): Promise<void> => {
    setSending(true)
    setProblem(await attempt())
    setCode('')
    setSending(false)
  }
  return (
    <>
      {problem !== undefined && (
        <div role="alert">
          <NoteBox tone="alarm">
            <p>{shownText(problem)}</p>
          </NoteBox>
        </div>
      )}
      {isCodeShown && <CodeField code={code} problem={undefined} onWrite={setCode} />}
      <div class="row">
        <button
          type="button"
          class={`button ${tone}`}
          disabled={isSending}
          onClick={() => {
            void act()
          }}
        >
          {label}
        </button>
      </div>
    </>
  )
}
