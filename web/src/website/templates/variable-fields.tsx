import { shownText } from '../../format/shown-text.js'
import { Icon } from '../../parts/icons.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'
import type { WrittenVariable } from './written-template.js'

interface VariableProps {
  readonly variables: readonly WrittenVariable[]
  readonly types: readonly string[]
  /** The problems by JSON Pointer. */
  readonly problems: ReadonlyMap<string, readonly string[]>
  readonly isFixed: boolean
  onWrite(variable: WrittenVariable): void
}

const PROPERTIES = ['type', 'maxLength', 'example', 'name'] as const

const ABOUT = 'variable-problems'

const described = (pointer: string, problems: VariableProps['problems']) => ({
  id: `f${pointer}`,
  'aria-invalid': problems.has(pointer) ? ('true' as const) : undefined,
  'aria-describedby': problems.has(pointer) ? ABOUT : undefined,
})

const VariableRow = ({
  at,
  variable,
  ...props
}: VariableProps & { at: number; variable: WrittenVariable }) => {
  const { types, problems, isFixed, onWrite } = props
  const { name, type, maxLength, example } = variable
  const input = (property: 'maxLength' | 'example', label: string, value: string) => (
    <input
      {...described(`/variables/${at}/${property}`, problems)}
      class={property === 'maxLength' ? 'input num' : 'input'}
      type="text"
      autocomplete="off"
      inputMode={property === 'maxLength' ? 'numeric' : undefined}
      placeholder={property === 'maxLength' ? '500' : undefined}
      aria-label={t.of(label, name)}
      value={value}
      disabled={isFixed}
      onInput={({ currentTarget }) => onWrite({ ...variable, [property]: currentTarget.value })}
    />
  )
  return (
    <tr>
      <td>
        <span class="var">{shownText(name)}</span>
      </td>
      <td data-label={t.type}>
        <select
          {...described(`/variables/${at}/type`, problems)}
          class="input"
          aria-label={t.of(t.type, name)}
          value={type}
          disabled={isFixed}
          onChange={({ currentTarget }) => onWrite({ ...variable, type: currentTarget.value })}
        >
          {types.map((one) => (
            <option key={one} value={one}>
              {t.types[one] ?? one}
            </option>
          ))}
        </select>
      </td>
      <td data-label={t.longest}>{input('maxLength', t.longest, maxLength)}</td>
      <td data-label={t.example}>{input('example', t.example, example)}</td>
    </tr>
  )
}

/** The variables that the text uses: a row for each, with its problems below. */
export const VariableFields = (props: VariableProps) => {
  const { variables, problems } = props
  const wrong = variables.flatMap(({ name }, at) =>
    PROPERTIES.flatMap((property) =>
      (problems.get(`/variables/${at}/${property}`) ?? []).map((message) => ({ name, property, message })),
    ),
  )
  return (
    <div class="field" role="group" aria-label={t.variables}>
      <span class="strong">{t.variables}</span>
      {variables.length === 0 ? (
        <p class="hint">{t.noVariables}</p>
      ) : (
        <div class="panel">
          <table class="fold variables" aria-label={t.variables}>
            <thead>
              <tr>
                {[t.variableName, t.type, t.longest, t.example].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {variables.map((variable, at) => (
                <VariableRow key={variable.name} {...props} at={at} variable={variable} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div id={ABOUT}>
        {wrong.map(({ name, property, message }) => (
          <p key={`${name} ${property} ${message}`} class="wrong">
            <Icon name="triangle" />
            <span>
              <bdi>{shownText(name)}</bdi>: {message}
            </span>
          </p>
        ))}
      </div>
    </div>
  )
}
