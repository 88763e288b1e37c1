import { SHELL_TEXTS as t } from '../language/shell-texts.js'
import { PART_TEXTS } from '../language/part-texts.js'
import { ModalDialog } from '../parts/modal-dialog.js'
import { hasSingleKeys, setSingleKeys } from '../state/keyboard.js'

interface KeyListProps {
  /** The keys with their effects. */
  readonly rows: readonly (readonly [key: string, text: string])[]
  onClose(): void
}

/** All keyboard shortcuts, and the setting that turns single-letter keys off. */
export const KeyList = ({ rows, onClose }: KeyListProps) => (
  <ModalDialog title={t.keys} onClose={onClose}>
    <div class="in">
      <dl class="facts">
        {rows.flatMap(([key, text]) => [
          <dt key={key}>
            <kbd>{key}</kbd>
          </dt>,
          <dd key={text}>{text}</dd>,
        ])}
      </dl>
      <label class="choice">
        <input
          type="checkbox"
          checked={hasSingleKeys.value}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />
        {t.singleKeys}
      </label>
    </div>
    <footer>
      <button type="button" class="button" onClick={onClose}>
        {PART_TEXTS.close}
      </button>
    </footer>
  </ModalDialog>
)
