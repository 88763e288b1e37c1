import { FormFieldBox } from '../../parts/form-field.js'
import { nowMs } from '../../state/connection.js'
import { CREDENTIAL_TEXTS as t } from './credential-texts.js'
import { InstantWords } from './instant-words.js'

const SECONDS = [0, 3600, 28_800, 86_400] as const

/** How long the old and the new secret both work, in seconds. */
export type OverlapSeconds = (typeof SECONDS)[number]

interface OverlapProps {
  readonly seconds: OverlapSeconds
  /** The expiry of the old secret; null if it has none. */
  readonly endsAt: string | null
  onChoose(seconds: OverlapSeconds): void
}

/** Chooses how long both secrets work, and shows when the old one stops working. */
export const OverlapChoice = ({ seconds, endsAt, onChoose }: OverlapProps) => {
  const endMs = Math.min(nowMs.value + seconds * 1_000, endsAt === null ? Infinity : Date.parse(endsAt))
  return (
    <>
      <FormFieldBox id="f-overlap" label={t.overlap}>
        <select
          id="f-overlap"
          class="input"
          value={String(seconds)}
          onChange={({ currentTarget }) => {
            const chosen = SECONDS.find((one) => String(one) === currentTarget.value)
            if (chosen !== undefined) onChoose(chosen)
          }}
        >
          {SECONDS.map((one) => (
            <option key={one} value={String(one)}>
              {t.overlaps[one]}
            </option>
          ))}
        </select>
      </FormFieldBox>
      <p class="small quiet">
        {seconds === 0 ? t.oldEndsNow : <InstantWords lead={t.oldEnds} atMs={endMs} />}
      </p>
    </>
  )
}
