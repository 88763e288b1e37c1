import type { ResultOf } from '@postrider/core/assembly/registry'
import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import { useRef, useState } from 'preact/hooks'
import { refusalText } from '../../forms/submit-form.js'
import { durationText } from '../../format/times.js'
import { shownText } from '../../format/shown-text.js'
import { NoteBox, TagWord } from '../../parts/boxes.js'
import { isLive } from '../../state/connection.js'
import { say } from '../../state/toast.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'
import { LateDltPanel } from './late-dlt-panel.js'
import { NewerVersionNote } from './newer-version-note.js'
import { PreviewPane } from './preview-pane.js'
import type { DraftOptions } from './template-options.js'
import { TemplateFields } from './template-fields.js'
import { TemplateLanguages } from './template-languages.js'
import { TemplateProgress } from './template-status.js'
import { type EditedTemplate, useEditedTemplate } from './use-edited-template.js'
import { type TemplatePreview, useTemplatePreview } from './use-template-preview.js'
import { templateBodyOf, emptyTemplate, type OwnDraft, variablesOf } from './written-template.js'

/** The open version, the languages of its template, and what the core allows for it. */
export type OpenTemplate = ResultOf<'getCustomerTemplateDraft'>

type ProblemMap = ReadonlyMap<string, readonly string[]>

const SECOND_MS = 1_000

const EXAMPLE = /^\/variables\/\d+\/example$/

const byField = (problems: ReadonlyArray<{ field: string; code: string; message: string }>): ProblemMap => {
  const map = new Map<string, readonly string[]>()
  for (const { field, code, message } of problems) {
    const text = code === 'too_short' && EXAMPLE.test(field) ? t.exampleMissing : message
    map.set(field, [...(map.get(field) ?? []), text])
  }
  return map
}

/** Moves the focus to the first field with a problem. Problems without a field are shown in a note. */
const focusFirst = (place: HTMLElement | null): void => {
  setTimeout(() => place?.querySelector<HTMLElement>('[aria-invalid="true"], .others')?.focus())
}

const OWN_PLACES = /^\/(?:name|category|language|channel|content\/(?:\w+\/)*\w+|variables\/\d+\/\w+)$/

const OtherFaults = ({ problems }: { problems: ProblemMap }) => {
  const others = [...problems].filter(([field]) => !OWN_PLACES.test(field))
  if (others.length === 0) return null
  return (
    <div class="others" tabIndex={-1} role="alert">
      <NoteBox tone="alarm">
        {others.map(([field, messages]) => (
          <p key={field}>
            {t.otherFaults} <span class="mono">{shownText(field)}</span>: {messages.join(' ')}
          </p>
        ))}
      </NoteBox>
    </div>
  )
}

const takesText = (usual: TemplatePreview['usualReview'] | undefined): string => {
  if (usual === undefined || usual === null) return ''
  const { internalSeconds, vendorSeconds } = usual
  const text = (seconds: number) => durationText(seconds * SECOND_MS)
  return t.takes(text(internalSeconds), vendorSeconds === null ? undefined : text(vendorSeconds))
}

const EditorHead = ({
  editing,
  saved,
  onDrop,
}: {
  editing: EditedTemplate
  saved: OwnDraft | undefined
  onDrop(): void
}) => (
  <div class="head">
    <span class="strong">
      {saved === undefined
        ? t.newVersion
        : editing.isUnsaved
          ? t.next(saved.version)
          : t.version(saved.version)}
    </span>
    {editing.isUnsaved && <TagWord tone="warn">{t.notSaved}</TagWord>}
    {saved !== undefined && saved.versionInUse !== null && saved.versionInUse !== saved.version && (
      <span class="small quiet">{t.inUse(saved.versionInUse)}</span>
    )}
    {editing.isUnsaved && <span class="small quiet">{t.kept}</span>}
    {editing.isUnsaved && (
      <button type="button" class="button bare push" onClick={onDrop} disabled={editing.isSending}>
        {t.drop}
      </button>
    )}
  </div>
)

interface FootProps {
  readonly editing: EditedTemplate
  readonly faults: number
  readonly takes: string
  /** The text that explains why there is nothing to save or to submit. */
  readonly nothing: string
  readonly canSubmit: boolean
  onSave(isForReview: boolean): void
}

const EditorFoot = ({ editing, faults, takes, nothing, canSubmit, onSave }: FootProps) => {
  const { isSending, isUnsaved, newer } = editing
  const isHeld = isSending || newer !== undefined
  const isUnchanged = !isUnsaved && !canSubmit
  const status = isSending ? (isLive.value ? t.sending : t.waiting) : ''
  return (
    <div class="decide">
      <span class="small quiet push" role="status">
        {status}
        {status === '' && faults > 0 && <span class="alarm strong">{t.faults(faults)} </span>}
        {status === '' && (newer === undefined ? (isUnchanged ? nothing : takes) : t.chooseFirst)}
      </span>
      <button type="button" class="button" disabled={isHeld || !isUnsaved} onClick={() => onSave(false)}>
        {t.save}
      </button>
      <button type="button" class="button main" disabled={isHeld || isUnchanged} onClick={() => onSave(true)}>
        {isUnsaved ? t.saveForReview : t.submit}
      </button>
    </div>
  )
}

const RefusalNote = ({ error }: { error: ErrorBody }) => (
  <div role="alert">
    <NoteBox tone="alarm">
      <p>
        <b class="strong">{t.refused}</b> {shownText(refusalText(error))}
      </p>
    </NoteBox>
  </div>
)

/**
 * The destination of the price preview: the chosen one, India for templates for India, otherwise any
 * destination.
 */
const useDestination = (isForIndia: boolean) => {
  const [chosen, choose] = useState<string>()
  return [chosen ?? (isForIndia ? '+91' : '*'), choose] as const
}

interface EditorProps {
  /** Undefined for a new template. */
  readonly open: OpenTemplate | undefined
  readonly choices: DraftOptions
  onSaved(draft: OwnDraft): void
}

/** The problems to show so far. For a new template there are none until the first attempt to save. */
const useShownProblems = (
  preview: TemplatePreview | undefined,
  editing: EditedTemplate,
  isNew: boolean,
): readonly [ProblemMap, () => void] => {
  const [showsMissing, setShowsMissing] = useState(!isNew)
  const refused = editing.refusal?.fieldErrors ?? []
  const found = preview?.problems ?? []
  const judged = showsMissing
    ? found
    : found.filter(({ code }) => code !== 'required' && code !== 'too_short')
  return [byField(refused.length > 0 ? refused : judged), () => setShowsMissing(true)]
}

interface WriteProps {
  readonly open: OpenTemplate | undefined
  readonly editing: EditedTemplate
  readonly names: readonly string[]
  readonly choices: DraftOptions
  readonly problems: ProblemMap
}

/** The fields, below the notes about the version. */
const WritingPlace = ({ open, editing, names, choices, problems }: WriteProps) => {
  const { written, newer, refusal } = editing
  const saved = open?.draft
  const canBeRevised = open?.canBeRevised ?? true
  return (
    <div class="in stack wide">
      {newer !== undefined && (
        <NewerVersionNote
          newer={newer}
          written={{ ...written, variables: variablesOf(written, names) }}
          canBeRevised={canBeRevised}
          onTake={editing.takeSaved}
          onKeep={editing.keepMine}
        />
      )}
      {open !== undefined && (
        <>
          <TemplateProgress draft={open.draft} />
          <TemplateLanguages {...open} />
        </>
      )}
      {!canBeRevised && <p class="quiet">{saved?.state === 'retired' ? t.ended : t.underReview}</p>}
      {refusal !== undefined && <RefusalNote error={refusal} />}
      <OtherFaults problems={problems} />
      <TemplateFields
        written={written}
        placeholders={names}
        choices={choices}
        problems={problems}
        isFixed={!canBeRevised || newer !== undefined}
        isNew={open === undefined}
        isVariant={saved?.variantOf !== undefined}
        onWrite={editing.write}
      />
      {open?.takesRegistration === true && <LateDltPanel draft={open.draft} />}
    </div>
  )
}

/** The editor of a template: its fields, their problems while typing, and the preview. */
export const TemplateEditor = ({ open, choices, onSaved }: EditorProps) => {
  const saved = open?.draft
  const fields = useRef<HTMLDivElement>(null)
  const empty = emptyTemplate(choices.channels[0] ?? '', choices.categories[0] ?? '')
  const editing = useEditedTemplate(saved, empty)
  const { written, isUnsaved } = editing
  const [names, setNames] = useState<readonly string[]>(() => written.variables.map(({ name }) => name))
  const [destination, choose] = useDestination(written.channel === 'sms' && written.dlt)
  const body = templateBodyOf(written, names)
  const status = useTemplatePreview(body, written.channel === 'email' ? '*' : destination)
  const { preview } = status
  if (preview !== undefined && status.isCurrent && preview.placeholders.join() !== names.join())
    setNames(preview.placeholders)
  const [problems, askForProblems] = useShownProblems(preview, editing, open === undefined)
  const save = async (isForReview: boolean): Promise<void> => {
    askForProblems()
    if ((isUnsaved || saved === undefined) && (preview?.problems.length ?? 0) > 0 && status.isCurrent)
      return focusFirst(fields.current)
    // A placeholder that was just removed is still among the names of the last preview.
    const used = names.filter((name) => JSON.stringify(body.content).includes(name))
    const draft = await editing.save(templateBodyOf(written, used), isForReview)
    if (draft === undefined) return focusFirst(fields.current)
    say(isForReview ? t.submitted(shownText(draft.name)) : t.saved(shownText(draft.name)))
    onSaved(draft)
  }
  const shown = {
    channel: written.channel,
    content: body.content,
    status,
    saved,
    destination,
    onChoose: choose,
  }
  return (
    <div class={open === undefined ? 'panes editor' : 'panes tabbed editor'}>
      <section class="pane" aria-label={t.edit}>
        <EditorHead editing={editing} saved={saved} onDrop={editing.takeSaved} />
        <div class="fit" ref={fields}>
          <WritingPlace open={open} editing={editing} names={names} choices={choices} problems={problems} />
        </div>
        <EditorFoot
          editing={editing}
          faults={[...problems.values()].flat().length}
          takes={takesText(preview?.usualReview)}
          nothing={saved === undefined ? t.unwritten : t.unchanged}
          canSubmit={open?.canBeSubmitted ?? false}
          onSave={(isForReview) => void save(isForReview)}
        />
      </section>
      <PreviewPane {...shown} />
    </div>
  )
}
