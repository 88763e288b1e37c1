import type { ResultOf } from '@postrider/core/assembly/registry'
import { TagWord } from '../../parts/boxes.js'
import { membership } from '../state/access.js'
import { AGENT_KEY_TEXTS as t } from './agent-key-texts.js'

/** An operation that a key can be allowed to call. */
export type GrantableOperation = ResultOf<'listGrantableOperations'>['operations'][number]

/** The effect of an operation, and what it requires. */
export const GrantableWords = ({ operation }: { operation: GrantableOperation }) => {
  const { name, summary, description, mutation, controls, isCovered } = operation
  return (
    <span>
      {summary} <TagWord tone={mutation ? 'warn' : ''}>{mutation ? t.changes : t.reads}</TagWord>{' '}
      <span class="mono small quiet">{name}</span>
      <span class="small quiet block">
        {[description?.replaceAll('`', ''), ...controls.map((control) => t.controls[control])]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {isCovered && !mayGive(operation) && <span class="small wrong">{t.ownersOnly}</span>}
      {!isCovered && <span class="small wrong">{t.uncovered}</span>}
    </span>
  )
}

/**
 * Whether the reader can grant it to a key. Only owners grant operations that create secrets that outlive the
 * key.
 */
const mayGive = ({ name, isCovered }: GrantableOperation): boolean =>
  isCovered && (name !== 'createServerCredential' || membership.value?.role === 'owner')

interface PickerProps {
  readonly operations: readonly GrantableOperation[]
  readonly chosen: readonly string[]
  onChoose(chosen: readonly string[]): void
}

interface SubjectProps extends PickerProps {
  readonly subject: string
}

const SubjectGroup = ({ subject, operations, chosen, onChoose }: SubjectProps) => (
  <fieldset class="choices">
    <legend>{t.subjects[subject] ?? subject}</legend>
    {operations
      .filter((one) => one.subject === subject)
      .map((operation) => (
        <label class="choice" key={operation.name}>
          <input
            type="checkbox"
            checked={chosen.includes(operation.name)}
            disabled={!mayGive(operation)}
            onChange={({ currentTarget }) =>
              onChoose(
                currentTarget.checked
                  ? [...chosen, operation.name]
                  : chosen.filter((name) => name !== operation.name),
              )
            }
          />
          <GrantableWords operation={operation} />
        </label>
      ))}
  </fieldset>
)

/** Chooses the operations that a key may call, by their effect. */
export const AllowlistPicker = (props: PickerProps) => {
  const { operations, chosen, onChoose } = props
  const reading = operations.filter((one) => !one.mutation && mayGive(one)).map(({ name }) => name)
  return (
    <section class="stack" aria-label={t.picker}>
      <div class="row">
        <h3>{t.picker}</h3>
        <span class="small quiet" role="status">
          {t.chosen(chosen.length, operations.length)}
        </span>
        <span class="row push">
          <button type="button" class="button bare" onClick={() => onChoose(reading)}>
            {t.onlyReading}
          </button>
          <button type="button" class="button bare" onClick={() => onChoose([])}>
            {t.none}
          </button>
        </span>
      </div>
      <div class="allowlist stack">
        {[...new Set(operations.map(({ subject }) => subject))].map((subject) => (
          <SubjectGroup key={subject} subject={subject} {...props} />
        ))}
      </div>
    </section>
  )
}
