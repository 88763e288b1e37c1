import { ACCESS_TEXTS as t } from '../language/access-texts.js'
import { PanelBox } from '../parts/boxes.js'
import { ChoiceField } from '../parts/choice-field.js'
import { colorScheme, SCHEMES, setColorScheme, setTimeZone, timeZone, ZONES } from '../state/appearance.js'

/** The color scheme and the time zone of this browser. */
export const AppearancePanel = () => (
  <PanelBox title={t.appearance}>
    <div class="in stack">
      <ChoiceField
        id="color-scheme"
        label={t.scheme}
        value={colorScheme.value}
        options={SCHEMES.map((one) => [one, t.schemes[one]] as const)}
        onChoose={setColorScheme}
      />
      <ChoiceField
        id="time-zone"
        label={t.zone}
        value={timeZone.value}
        options={ZONES.map((one) => [one, t.zones[one]] as const)}
        onChoose={setTimeZone}
      />
    </div>
  </PanelBox>
)
