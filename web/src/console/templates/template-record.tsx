import type { ResultOf } from '@postrider/core/assembly/registry'
import { capitalized, countText, plainWords, shortId } from '../../format/shown-text.js'
import { channelWord } from '../../language/channel-words.js'
import { TEMPLATES_TEXTS as t } from './templates-texts.js'
import { FactList, PanelBox, TagWord } from '../../parts/boxes.js'
import { HistoryLink } from '../parts/history-link.js'
import { Icon } from '../../parts/icons.js'
import { LanguageList } from '../../parts/language-list.js'
import { ReadingView } from '../../parts/screen-states.js'
import { WhatsappMessage } from '../../parts/whatsapp-message.js'
import { DatedText, ForeignText, IdText } from '../../parts/words.js'
import { address, pathWith, visit } from '../../state/address.js'
import { organizationName } from '../state/names.js'
import { useReading } from '../../state/reading.js'
import { enteredFacts } from './entered-facts.js'
import { TemplateDecision } from './template-decision.js'
import { SourcePanel, TemplateComparison, VariableTable } from './template-comparison.js'

type Review = ResultOf<'getTemplateReview'>
type Draft = Review['draft']

const PLACEHOLDER = /\{\{(\w+)\}\}/g

const LINK = /https?:\/\/[^\s<>"']+/g

const CheckList = ({ draft }: { draft: Draft }) => {
  const untyped = draft.variables.filter(({ type }) => type === 'text').map(({ name }) => name)
  const links = draft.content.text.match(LINK) ?? []
  return (
    <PanelBox title={t.checks}>
      <ul class="rows">
        <li>
          <Icon
            name={untyped.length === 0 ? 'done' : 'triangle'}
            tone={untyped.length === 0 ? 'good' : 'warn'}
          />
          <div>
            {untyped.length === 0 ? t.checkTyped : t.checkUntyped(untyped.join(', '), untyped.length)}
          </div>
        </li>
        <li>
          <Icon name={links.length === 0 ? 'done' : 'triangle'} tone={links.length === 0 ? 'good' : 'warn'} />
          <div>
            {links.length === 0 ? t.checkLinks : <ForeignText text={t.checkNewLink(links.join(', '))} />}
          </div>
        </li>
        {draft.warnings.map(({ code, message }) => (
          <li key={code}>
            <Icon name="triangle" tone="warn" />
            <div>{message}</div>
          </li>
        ))}
        <li>
          <Icon name="info" />
          <div class="quiet">{t.checkOther}</div>
        </li>
      </ul>
    </PanelBox>
  )
}

const HistoryList = ({ draft: { history } }: { draft: Draft }) => (
  <PanelBox title={t.history}>
    <ul class="rows">
      {history.map(({ state, at, by, reason, reasonCode }) => (
        <li key={`${state} ${at}`}>
          <div>
            <b class="strong">{capitalized(plainWords(state))}</b>{' '}
            <span class="small quiet">
              {by} · <DatedText at={at} />
            </span>
            {(reason ?? reasonCode) !== undefined && (
              <p class="small">
                <ForeignText text={reason ?? reasonCode ?? ''} />
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  </PanelBox>
)

/** The placeholders with the examples; one without an example stays. */
const withExamples = ({ variables }: Draft, text: string): string =>
  text.replace(
    PLACEHOLDER,
    (placeholder, name: string) => variables.find((one) => one.name === name)?.example ?? placeholder,
  )

/** A WhatsApp text as a phone shows it, with the examples; an SMS as its text. */
const SampleText = ({ draft }: { draft: Draft }) =>
  draft.channel === 'whatsapp' ? (
    <div class="in">
      <div class="phone">
        <div tabIndex={0} role="group" aria-label={t.sampleTitle}>
          <WhatsappMessage content={draft.content} filled={(_path, text) => withExamples(draft, text)} />
        </div>
      </div>
    </div>
  ) : (
    <div class="in text">
      <ForeignText text={draft.preview.text} />
    </div>
  )

/**
 * A customer's HTML in a frame that runs no scripts and loads nothing. It is a page of its own, with its own
 * policy.
 */
const SamplePanel = ({ draft }: { draft: Draft }) => (
  <PanelBox title={t.sample} aside={t.sampleTitle}>
    {'html' in draft.content ? (
      <iframe
        class="sample"
        sandbox=""
        title={t.sampleTitle}
        src={`/templates/${draft.draftId}/sample?version=${draft.version}`}
      />
    ) : (
      <SampleText draft={draft} />
    )}
  </PanelBox>
)

const DraftFacts = ({ draft }: { draft: Draft }) => (
  <FactList
    facts={[
      [
        t.record,
        <span class="row">
          <IdText id={draft.draftId} /> <HistoryLink target={draft.draftId} />
        </span>,
      ],
      [
        t.organization,
        <ForeignText text={organizationName(draft.organizationId) ?? shortId(draft.organizationId)} />,
      ],
      [
        t.channel,
        <span class="row">
          {channelWord(draft.channel)} <TagWord>{draft.category}</TagWord> <TagWord>{draft.language}</TagWord>
        </span>,
      ],
      [
        t.vendorTemplate,
        draft.vendorTemplate === undefined ? undefined : (
          <ForeignText text={`${draft.vendorTemplate.name} (${draft.vendorTemplate.language})`} />
        ),
      ],
      ...enteredFacts(draft),
      [t.state, capitalized(plainWords(draft.state))],
      [t.submitted, <DatedText at={draft.stateSince} />],
      [t.expected, draft.expectedBy === null ? undefined : <DatedText at={draft.expectedBy} />],
    ]}
  />
)

/** The languages of the template, if it has several. */
const LanguagePanel = ({ draft, languages }: Review) =>
  languages.length < 2 ? null : (
    <PanelBox title={t.languages} aside={countText(languages.length)}>
      <LanguageList
        languages={languages}
        draftId={draft.draftId}
        hrefOf={({ draftId }) => pathWith(`/templates/${draftId}`, { state: address.value.filters['state'] })}
        stateOf={({ state }) => <TagWord>{plainWords(state)}</TagWord>}
        versionOf={({ version, versionInUse }) => t.version(version, versionInUse)}
      />
    </PanelBox>
  )

interface RecordProps {
  readonly draftId: string
  readonly next: { readonly draftId: string; readonly version: number } | undefined
  onDone(): void
}

const versionFrom = (written: string | undefined): number | undefined => {
  const version = Number(written)
  return Number.isSafeInteger(version) && version > 0 ? version : undefined
}

/** A version to review: its differences from the one in use, its checks, a sample, and the decision. */
export const TemplateRecord = ({ draftId, next, onDone }: RecordProps) => {
  const { filters } = address.value
  const atVersion = versionFrom(filters['version'])
  const reading = useReading('getTemplateReview', {
    draftId,
    ...(atVersion === undefined ? {} : { atVersion }),
  })
  const inUse = reading.data?.draft.versionInUse ?? undefined
  const needsOther = inUse !== undefined && inUse !== reading.data?.draft.version
  const other = useReading('getTemplateReview', needsOther ? { draftId, atVersion: inUse } : undefined)
  return (
    <section class="pane" aria-label={t.title}>
      <div class="fit">
        <ReadingView reading={reading}>
          {(review) => (
            <div class="in stack wide">
              <DraftFacts draft={review.draft} />
              <LanguagePanel {...review} />
              <SamplePanel draft={review.draft} />
              {needsOther && other.data === undefined ? (
                <ReadingView reading={other}>{() => null}</ReadingView>
              ) : (
                <TemplateComparison draft={review.draft} before={other.data?.draft} />
              )}
              <div class="cols">
                <VariableTable draft={review.draft} before={other.data?.draft} />
                <CheckList draft={review.draft} />
              </div>
              <SourcePanel draft={review.draft} before={needsOther ? other.data?.draft : undefined} />
              <HistoryList draft={review.draft} />
            </div>
          )}
        </ReadingView>
      </div>
      {reading.data !== undefined && (
        <TemplateDecision
          draft={reading.data.draft}
          onDone={() => {
            onDone()
            const { state } = filters
            if (next === undefined) visit(pathWith('/templates', { state }))
            else visit(pathWith(`/templates/${next.draftId}`, { state, version: String(next.version) }))
          }}
        />
      )}
    </section>
  )
}
