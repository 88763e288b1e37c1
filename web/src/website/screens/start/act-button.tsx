import { useState } from 'preact/hooks'
import { shownText } from '../../../format/shown-text.js'
import { errorOf } from '../../../live/open-calls.js'
import { NoteBox } from '../../../parts/boxes.js'

interface ActProps {
  readonly label: string
  readonly tone?: 'main' | ''
  /** What it throws is shown. */
  onAct(): Promise<void>
}

/** A button that does something at once, and says why where it was refused. */
export const ActButton = ({ label, tone = 'main', onAct }: ActProps) => {
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const act = async (): Promise<void> => {
    setSending(true)
    try {
      await onAct()
      setProblem(undefined)
    } catch (failure) {
      setProblem(errorOf(failure).message)
    }
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
