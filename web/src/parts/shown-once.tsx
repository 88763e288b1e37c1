import { useState } from 'preact/hooks'
import { PART_TEXTS as t } from '../language/part-texts.js'
import { Icon } from './icons.js'
import { ModalDialog } from './modal-dialog.js'

/** A secret with a button that copies it. */
export const SecretText = ({ secret }: { secret: string }) => {
  const [notice, say] = useState('')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret)
      say(t.copied)
    } catch {
      say(t.notCopied)
    }
  }
  return (
    <div class="once">
      <span class="mono">{secret}</span>
      <button
        type="button"
        class="button"
        onClick={() => {
          void copy()
        }}
      >
        <Icon name={notice === t.copied ? 'done' : 'copy'} />
        {t.copy}
      </button>
      <small class="small quiet" role="status">
        {notice}
      </small>
    </div>
  )
}

/** A secret that is shown once. The dialog stays open until the person confirms that they have stored it. */
export const ShownOnce = ({ values, onClose }: { values: readonly string[] | null; onClose(): void }) => (
  <ModalDialog title={t.onceTitle} lead={values === null ? t.onceGone : t.onceText} onClose={() => {}}>
    <div class="in">
      {values?.map((value) => (
        <SecretText key={value} secret={value} />
      ))}
    </div>
    <footer>
      <button type="button" class="button main" onClick={onClose}>
        {t.onceDone}
      </button>
    </footer>
  </ModalDialog>
)
