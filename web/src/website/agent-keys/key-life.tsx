import { lastMomentOf } from '../../format/instants.js'
import { FormFieldBox } from '../../parts/form-field.js'
import { AGENT_KEY_TEXTS as t } from './agent-key-texts.js'
import { InstantWords } from '../credentials/instant-words.js'

/** The chosen lifetime of a key. */
export interface ChosenLife {
  readonly kind: 'year' | 'day' | 'forever'
  /** A field value: `2026-12-31`. */
  readonly day: string
  readonly isMeant: boolean
}

/**
 * The part of the request body for the lifetime. The end of the day is sent as a moment, so the reader's
 * later time zone doesn't matter.
 */
export const lifeBody = ({ kind, day }: ChosenLife): Readonly<Record<string, unknown>> => {
  if (kind === 'forever') return { acknowledgeNeverExpires: true }
  const endMs = kind === 'day' ? lastMomentOf(day) : undefined
  return endMs === undefined ? {} : { expiresAt: new Date(endMs).toISOString() }
}

/** Why a key with this lifetime can't be created yet; undefined if it can. */
export const lifeProblem = ({ kind, day, isMeant }: ChosenLife): string | undefined => {
  if (kind === 'forever') return isMeant ? undefined : t.acknowledge
  if (kind !== 'day') return undefined
  const endMs = lastMomentOf(day)
  if (endMs === undefined) return t.chooseDay
  return endMs > Date.now() ? undefined : t.pastDay
}

interface LifeProps {
  readonly life: ChosenLife
  onChange(change: Partial<ChosenLife>): void
}

const DayField = ({ life: { day }, onChange }: LifeProps) => {
  const endMs = lastMomentOf(day)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <FormFieldBox id="f-day" label={t.dayLabel} hint={t.dayHint(zone)}>
        <input
          id="f-day"
          aria-describedby="f-day-about"
          class="input"
          type="date"
          value={day}
          onInput={({ currentTarget }) => onChange({ day: currentTarget.value })}
        />
      </FormFieldBox>
      {endMs !== undefined && (
        <p role="status">
          <b class="strong">
            <InstantWords lead={t.endsAt} atMs={endMs} />
          </b>
        </p>
      )}
    </>
  )
}

/** Chooses the lifetime of a key. A key without expiry must be confirmed. */
export const LifeChoice = ({ life, onChange }: LifeProps) => (
  <fieldset class="choices">
    <legend>{t.life}</legend>
    {(['year', 'day', 'forever'] as const).map((kind) => (
      <label class="choice" key={kind}>
        <input
          type="radio"
          name="life"
          checked={life.kind === kind}
          onChange={() => onChange({ kind, isMeant: false })}
        />
        {t[kind]}
      </label>
    ))}
    {life.kind === 'day' && <DayField life={life} onChange={onChange} />}
    {life.kind === 'forever' && (
      <label class="choice note warn">
        <input
          type="checkbox"
          checked={life.isMeant}
          onChange={({ currentTarget }) => onChange({ isMeant: currentTarget.checked })}
        />
        {t.foreverMeant}
      </label>
    )}
  </fieldset>
)
