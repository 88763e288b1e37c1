import type { ResultOf } from '@postrider/core/assembly/registry'
import { countText, shownText } from '../../format/shown-text.js'
import { FactList, NoteBox } from '../../parts/boxes.js'
import { MoneyText } from '../../parts/words.js'
import { OWN_MESSAGES_TEXTS as t } from './messages-texts.js'

type Preview = ResultOf<'previewMessage'>

const Refused = ({ refusal }: { refusal: NonNullable<Preview['refusal']> }) => {
  const { code, message, advice, fieldErrors } = refusal
  return (
    <>
      <p>
        <b class="strong">{t.refused}</b>. {message !== undefined && shownText(message)} {advice}
      </p>
      {fieldErrors.length > 0 && (
        <ul class="rows">
          {fieldErrors.map((problem) => (
            <li key={`${problem.field} ${problem.code}`}>
              <span>
                <span class="mono">{shownText(problem.field)}</span> {problem.message}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p class="small quiet mono">{code}</p>
    </>
  )
}

const Figures = ({ preview }: { preview: Preview }) => {
  const { rendered, segments, encoding, estimatedCharge: charge, availableAfterMinor, budgetAfter } = preview
  return (
    <FactList
      facts={[
        [t.rendered, rendered === null ? undefined : <bdi class="said">{shownText(rendered)}</bdi>],
        [t.parts, segments === null ? undefined : countText(segments)],
        [t.encoding, encoding === null ? undefined : t.encodings[encoding]],
        [t.wouldCost, charge === null ? undefined : <MoneyText {...charge} />],
        [
          t.availableAfter,
          charge === null || availableAfterMinor === null ? undefined : (
            <MoneyText amountMinor={availableAfterMinor} currency={charge.currency} />
          ),
        ],
        [
          t.budgetAfter,
          budgetAfter && (
            <MoneyText amountMinor={budgetAfter.remainingMinor} currency={budgetAfter.currency} />
          ),
        ],
      ]}
    />
  )
}

/** The result of a send preview. */
export const PreviewBox = ({ preview }: { preview: Preview }) => (
  <NoteBox
    tone={preview.verdict === 'acceptable' ? 'good' : 'warn'}
    icon={preview.verdict === 'acceptable' ? 'done' : 'triangle'}
  >
    {preview.refusal === undefined ? (
      <p>
        <b class="strong">{t.acceptable}</b>
      </p>
    ) : (
      <Refused refusal={preview.refusal} />
    )}
    <Figures preview={preview} />
  </NoteBox>
)
