import { PART_TEXTS as t } from '../language/part-texts.js'
import { ModalDialog } from './modal-dialog.js'
import { IdText } from './words.js'

/** A secret that is shown once: the dialog stays until somebody says that they have kept it. */
export const ShownOnce = ({ values, onClose }: { values: readonly string[] | null; onClose(): void }) => (
  <ModalDialog title={t.onceTitle} lead={values === null ? t.onceGone : t.onceText} onClose={() => {}}>
    <div class="in">
      {values?.map((value) => (
        <p key={value} class="once">
          <IdText id={value} isWhole />
        </p>
      ))}
    </div>
    <footer>
      <button type="button" class="button main" onClick={onClose}>
        {t.onceDone}
      </button>
    </footer>
  </ModalDialog>
)
