import type { ResultOf } from '@postrider/core/assembly/registry'
import { compareWords } from '../../format/words.js'
import { PanelBox } from '../../parts/boxes.js'
import { ListView } from '../../parts/data-table.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { DatedText } from '../../parts/words.js'
import { MarkedText, WordSlices } from '../../parts/word-differences.js'
import { usePages } from '../../state/pages.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'
import { context, shownOrganizationId } from '../state/access.js'
import { ReviewReason } from './template-status.js'
import { TemplateStateTag } from './template-words.js'
import { templateLinesOf, type OwnDraft, writtenFrom } from './written-template.js'

const LIST = {
  rowsOf: ({ versions }: ResultOf<'listCustomerTemplateVersions'>) => versions,
  keyOf: ({ version }: OwnDraft) => String(version),
  order: 'queue',
} as const

const PAGE = 10

type Step = OwnDraft['history'][number]

/** The actor of a step: "you" for the reader, otherwise a name. */
const whoOf = ({ by, actorId }: Step): string =>
  by === 'user' && actorId === context.value?.user.userId ? 'you' : by

/** The history of a version: each state with its time, actor and reason. */
const BecameList = ({ history }: OwnDraft) => (
  <ul class="rows">
    {history.map((step) => (
      <li key={`${step.state} ${step.at}`}>
        <div>
          <span class="row">
            <TemplateStateTag state={step.state} />
            <span class="small quiet">
              <DatedText at={step.at} /> {t.decidedBy[whoOf(step)] ?? step.by}
            </span>
          </span>
          <ReviewReason {...step} />
        </div>
      </li>
    ))}
  </ul>
)

const Differences = ({ draft, before }: { draft: OwnDraft; before: OwnDraft | undefined }) => {
  const after = templateLinesOf(writtenFrom(draft), t)
  if (before === undefined)
    return (
      <div class="in text" dir="auto">
        <MarkedText text={after} />
      </div>
    )
  const words = compareWords(templateLinesOf(writtenFrom(before), t), after)
  return (
    <div class="cols half in">
      <PanelBox title={t.before(before.version)}>
        <WordSlices slices={words.before} isAfter={false} />
      </PanelBox>
      <PanelBox title={t.after(draft.version)} aside={t.changed(words.added, words.removed)}>
        <WordSlices slices={words.after} isAfter />
      </PanelBox>
    </div>
  )
}

const VersionPanel = ({
  draft,
  before,
  isLast,
}: {
  draft: OwnDraft
  before: OwnDraft | undefined
  isLast: boolean
}) => (
  <PanelBox
    title={t.version(draft.version)}
    aside={
      <>
        <TemplateStateTag state={draft.state} /> <DatedText at={draft.stateSince} />
      </>
    }
  >
    <BecameList {...draft} />
    {(before !== undefined || isLast) && <Differences draft={draft} before={before} />}
  </PanelBox>
)

/**
 * All versions of a template, newest first, each with its differences from the previous one and its history.
 */
export const VersionList = ({ draftId }: { draftId: string }) => {
  const request = { organizationId: shownOrganizationId.value ?? '', draftId, limit: PAGE }
  const list = usePages('listCustomerTemplateVersions', request, LIST)
  return (
    <section class="pane" aria-label={t.history}>
      <div class="fit">
        <ListView list={list} empty={<EmptyNote title={t.versionsEmptyTitle}>{t.versionsEmpty}</EmptyNote>}>
          {(rows) => (
            <div class="in stack wide">
              {rows.map((draft, at) => (
                <VersionPanel
                  key={draft.version}
                  draft={draft}
                  before={rows[at + 1]}
                  isLast={list.more === undefined}
                />
              ))}
            </div>
          )}
        </ListView>
      </div>
    </section>
  )
}
