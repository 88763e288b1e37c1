import type { RequestOf, ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { ActionForm } from '../../forms/action-form.js'
import { moneyText } from '../../format/money.js'
import { countText, shownText } from '../../format/shown-text.js'
import { clockText } from '../../format/times.js'
import { BULK_TEXTS as t } from './bulk-texts.js'
import { SWITCHES_TEXTS } from '../switches/switches-texts.js'
import { BlastList, type FactRow, NoteBox } from '../../parts/boxes.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { IdText, RecipientText } from '../../parts/words.js'
import { visit } from '../../state/address.js'
import { signedIn } from '../state/access.js'
import { nowMs } from '../../state/connection.js'
import { personName } from '../state/names.js'
import { say } from '../../state/toast.js'
import { selectedPreview } from './bulk-preview.js'

type Bulk = ResultOf<'getBulk'>['bulk']
type Preview = ResultOf<'previewBulk'>
type DecidedOutcome = NonNullable<RequestOf<'beginBulk'>['outcome']>

/** How long the server keeps a selection that hasn't been started. */
const SELECTION_MS = 3_600_000

const moneyOf = (money: Preview['money']): string =>
  money.length === 0
    ? SWITCHES_TEXTS.noMoney
    : money
        .map(
          ({ amountMinor, currency, environment }) => `${moneyText(amountMinor, currency)} (${environment})`,
        )
        .join(', ')

const factsOf = ({ total }: Bulk, preview: Preview | undefined): readonly FactRow[] => {
  const count = countText(total)
  if (preview === undefined) return [[t.selected, count]]
  const { isAtLeast, money, missing } = preview
  return [
    [t.selected, isAtLeast ? t.atLeast(count) : count],
    [t.money, moneyOf(money)],
    ...(missing === 0 ? [] : [[t.missing, countText(missing)] as const]),
  ]
}

const SampleList = ({ sample }: { sample: Preview['sample'] }) => (
  <details>
    <summary>{t.first}</summary>
    <ul class="stack tight">
      {sample.map(({ id, message }) => (
        <li key={id} class="row">
          <IdText id={id} />
          {message !== undefined && <RecipientText to={message.to} />}
        </li>
      ))}
    </ul>
  </details>
)

const OutcomeChoice = ({
  outcome,
  onChoose,
}: {
  outcome: DecidedOutcome | undefined
  onChoose(outcome: DecidedOutcome): void
}) => (
  <fieldset class="choices">
    <legend>{t.found}</legend>
    {t.outcomes.map(([value, text, becomes]) => (
      <label key={value} class="choice">
        <input type="radio" name="outcome" checked={outcome === value} onChange={() => onChoose(value)} />
        <span>
          {text} <span class="quiet">→ {becomes}</span>
        </span>
      </label>
    ))}
  </fieldset>
)

/** The reason that a selection can't be started, if there is one. */
const hindranceOf = ({ total, operatorId, createdAt }: Bulk): readonly [string, string] | undefined => {
  if (total === 0) return [t.nothingTitle, t.nothing]
  if (operatorId !== signedIn.value?.userId)
    return [t.othersTitle, t.others(shownText(personName(operatorId) ?? operatorId))]
  return nowMs.value > Date.parse(createdAt) + SELECTION_MS ? [t.lateTitle, t.late] : undefined
}

interface BulkOrderProps {
  readonly bulk: Bulk
  /** The address of the list. */
  readonly home: string
  onDone(): void
}

/** The effect of a selection, and the form with which the person who made it starts the bulk action. */
export const BulkAction = ({ bulk, home, onDone }: BulkOrderProps) => {
  const { bulkId, operation, total, createdAt } = bulk
  const [outcome, setOutcome] = useState<DecidedOutcome>()
  const isOutcome = operation === 'resolveUnconfirmedMessage'
  const hindrance = hindranceOf(bulk)
  const preview = selectedPreview(bulkId)
  const isNarrowed = isOutcome && total === 0 && preview?.isNamed !== true
  if (hindrance !== undefined)
    return (
      <EmptyNote title={hindrance[0]}>
        {hindrance[1]} {isNarrowed && t.unknownWait}
      </EmptyNote>
    )
  const act = t.act(operation, total)
  return (
    <ActionForm
      operation="beginBulk"
      fixed={{ bulkId, ...(outcome === undefined ? {} : { outcome }) }}
      without={isOutcome ? ['outcome'] : ['outcome', 'evidence']}
      needed={['evidence']}
      unready={isOutcome && outcome === undefined ? t.noOutcome : undefined}
      confirm={act}
      isBeside
      onClose={() => visit(home)}
      onDone={() => {
        say(t.begun(act))
        onDone()
      }}
    >
      <p class="quiet">{t.lead[operation]}</p>
      {isOutcome && <OutcomeChoice outcome={outcome} onChoose={setOutcome} />}
      <div class="stack tight">
        <h3>{t.whatItHits}</h3>
        <BlastList facts={factsOf(bulk, preview)} />
        <p class="small quiet">{t.asOf(clockText(Date.parse(createdAt)))}</p>
        {preview !== undefined && <SampleList sample={preview.sample} />}
      </div>
      {preview?.isNamed === false && isOutcome && (
        <NoteBox>
          <p>{t.unknownWait}</p>
        </NoteBox>
      )}
    </ActionForm>
  )
}
