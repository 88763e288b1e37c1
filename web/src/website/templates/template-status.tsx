import { fieldLabel } from '../../forms/written-field.js'
import { plainWords, shownText } from '../../format/shown-text.js'
import { type FactRow, FactList, NoteBox } from '../../parts/boxes.js'
import { DatedText, ForeignText, IdText } from '../../parts/words.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'
import { TemplateStateTag } from './template-words.js'
import type { OwnDraft } from './written-template.js'

const TONES: Readonly<Record<string, string>> = { rejected: 'alarm', paused: 'alarm', approved: 'good' }

const registrationFacts = ({ registration }: OwnDraft): readonly FactRow[] =>
  Object.values(registration ?? {}).flatMap((identifiers) =>
    Object.entries(identifiers as Readonly<Record<string, unknown>>).map(([name, value]): FactRow => [
      t.registered(fieldLabel(name)),
      <span class="mono">{shownText(typeof value === 'number' ? String(value) : (value as string))}</span>,
    ]),
  )

/** The reviewer's reason for the state of a version. */
export const ReviewReason = ({
  reason,
  reasonCode,
  variable,
}: Pick<OwnDraft, 'reason' | 'reasonCode' | 'variable'>) => {
  const reasonText = reason ?? (reasonCode === undefined ? undefined : plainWords(reasonCode))
  if (reasonText === undefined) return null
  return (
    <p>
      <ForeignText text={reasonText} />{' '}
      {variable !== undefined && <span class="quiet">{t.variableAtFault(shownText(variable))}</span>}
    </p>
  )
}

/**
 * The progress of a version: its state, since when, who decides, the expected end, and the reason for a
 * rejection.
 */
export const TemplateProgress = ({ draft }: { draft: OwnDraft }) => {
  const { draftId, state, stateSince, expectedBy, warnings } = draft
  return (
    <div class="stack">
      <NoteBox tone={TONES[state] ?? 'info'} {...(state === 'approved' ? { icon: 'done' } : {})}>
        <div class="row">
          <TemplateStateTag state={state} />
          <span>
            {t.since.toLowerCase()} <DatedText at={stateSince} />
          </span>
          {expectedBy !== null && (
            <span class="quiet">
              {t.expectedBy} <DatedText at={expectedBy} />
            </span>
          )}
        </div>
        <p>{t.progress[state] ?? ''}</p>
        <ReviewReason {...draft} />
        {warnings.map(({ code, message }) => (
          <p key={code}>{message}</p>
        ))}
      </NoteBox>
      <FactList
        facts={[
          [t.templateId, draft.versionInUse === null ? undefined : <IdText id={draftId} isWhole />],
          ...registrationFacts(draft),
        ]}
      />
    </div>
  )
}
