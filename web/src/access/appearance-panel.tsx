import { ACCESS_TEXTS as t } from '../language/access-texts.js'
import { PanelBox } from '../parts/boxes.js'
import { FormFieldBox } from '../parts/form-field.js'
import { colorScheme, SCHEMES, setColorScheme, setTimeZone, timeZone, ZONES } from '../state/appearance.js'

interface ChoiceProps<V extends string> {
  readonly id: string
  readonly label: string
  readonly values: readonly V[]
  readonly words: Readonly<Record<V, string>>
  readonly value: V
  onChoose(value: V): void
}

function ChoiceField<V extends string>({ id, label, values, words, value, onChoose }: ChoiceProps<V>) {
  return (
    <FormFieldBox id={id} label={label}>
      <select
        id={id}
        class="input"
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = values.find((one) => one === currentTarget.value)
          if (chosen !== undefined) onChoose(chosen)
        }}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </select>
    </FormFieldBox>
  )
}

/** The color scheme and the time zone of this browser. */
export const AppearancePanel = () => (
  <PanelBox title={t.appearance}>
    <div class="in stack">
      <ChoiceField
        id="color-scheme"
        label={t.scheme}
        values={SCHEMES}
        words={t.schemes}
        value={colorScheme.value}
        onChoose={setColorScheme}
      />
      <ChoiceField
        id="time-zone"
        label={t.zone}
        values={ZONES}
        words={t.zones}
        value={timeZone.value}
        onChoose={setTimeZone}
      />
    </div>
  </PanelBox>
)
