import { ACCESS_TEXTS as t } from '../language/access-texts.js'
import { PanelBox } from '../parts/boxes.js'
import { hasSingleKeys, setSingleKeys } from '../state/keyboard.js'

/** The keyboard settings of this browser. */
export const KeyboardPanel = () => (
  <PanelBox title={t.keys}>
    <label class="choice in">
      <input
        type="checkbox"
        checked={hasSingleKeys.value}
        onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
      />
      {t.singleKeys}
    </label>
  </PanelBox>
)
