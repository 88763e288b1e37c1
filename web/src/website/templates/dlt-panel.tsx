import { useEffect, useState } from 'preact/hooks'
import { refusalText } from '../../forms/submit-form.js'
import { shownText } from '../../format/shown-text.js'
import { errorOf } from '../../live/open-calls.js'
import { FactList, NoteBox, PanelBox, TagWord } from '../../parts/boxes.js'
import { describedBy, FormFieldBox } from '../../parts/form-field.js'
import { DatedText, ForeignText } from '../../parts/words.js'
import { client } from '../../state/connection.js'
import { say } from '../../state/toast.js'
import { DLT_TEXTS as t } from './dlt-texts.js'
import type { OwnDraft } from './written-template.js'

const NAMES = ['entityId', 'header', 'templateId'] as const

type Ids = Readonly<Record<(typeof NAMES)[number], string>>

const NOTHING: Ids = { entityId: '', header: '', templateId: '' }

const enteredIn = ({ entered }: OwnDraft): Ids | undefined => entered?.registration.dlt

interface IdProps {
  readonly name: (typeof NAMES)[number]
  readonly value: string
  readonly problem: string | undefined
  onWrite(value: string): void
}

const IdField = ({ name, value, problem, onWrite }: IdProps) => {
  const id = `dlt-${name}`
  return (
    <FormFieldBox id={id} label={t.names[name]} hint={t.hints[name]} problem={problem}>
      <input
        {...describedBy(id, problem, t.hints[name])}
        class="input mono"
        type="text"
        inputMode={name === 'header' ? 'text' : 'numeric'}
        autocomplete="off"
        required
        value={value}
        onInput={({ currentTarget }) => onWrite(currentTarget.value)}
      />
    </FormFieldBox>
  )
}

const FormRefusal = ({ text }: { text: string }) => (
  <div role="alert">
    <NoteBox tone="alarm">
      <p>
        <b class="strong">{t.refusedForm}</b> {shownText(text)}
      </p>
    </NoteBox>
  </div>
)

interface FormProps {
  readonly draft: OwnDraft
  onClose: (() => void) | undefined
}

const DltForm = ({ draft, onClose }: FormProps) => {
  const { organizationId, draftId, version } = draft
  const [ids, setIds] = useState<Ids>(enteredIn(draft) ?? NOTHING)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [refusal, setRefusal] = useState<string>()
  const [isSending, setSending] = useState(false)
  const send = async (): Promise<void> => {
    setSending(true)
    try {
      const dlt = Object.fromEntries(NAMES.map((name) => [name, ids[name].trim()])) as Ids
      await client.mutate('enterTemplateRegistration', {
        organizationId,
        draftId,
        version,
        registration: { dlt },
      })
      say(t.sent)
      onClose?.()
    } catch (failure) {
      const error = errorOf(failure)
      setProblems(new Map(error.fieldErrors.map(({ field, message }) => [field, message])))
      setRefusal(refusalText(error))
    }
    setSending(false)
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {refusal !== undefined && <FormRefusal text={refusal} />}
      <div class="cols third">
        {NAMES.map((name) => (
          <IdField
            key={name}
            name={name}
            value={ids[name]}
            problem={problems.get(`/registration/dlt/${name}`)}
            onWrite={(value) => setIds({ ...ids, [name]: value })}
          />
        ))}
      </div>
      <div class="row">
        <button type="submit" class="button main" disabled={isSending}>
          {t.send}
        </button>
        {onClose !== undefined && (
          <button type="button" class="button" disabled={isSending} onClick={onClose}>
            {t.cancel}
          </button>
        )}
      </div>
    </form>
  )
}

const EnteredIds = ({ ids, at }: { ids: Ids; at: string }) => (
  <FactList
    facts={[
      ...NAMES.map((name) => [t.names[name], <span class="mono">{shownText(ids[name])}</span>] as const),
      [t.entered, <DatedText at={at} />],
    ]}
  />
)

/** The DLT identifiers of a template, which its author enters and corrects and a reviewer confirms. */
export const DltPanel = ({ draft }: { draft: OwnDraft }) => {
  const [isOpen, setOpen] = useState(false)
  const { entered, version } = draft
  const ids = enteredIn(draft)
  useEffect(() => setOpen(false), [version, entered?.at])
  const refused = entered?.refused
  return (
    <PanelBox
      title={t.title}
      aside={
        entered === undefined ? undefined : (
          <TagWord tone={refused === undefined ? 'warn' : 'alarm'}>
            {refused === undefined ? t.waits : t.refused}
          </TagWord>
        )
      }
    >
      <div class="in stack">
        {refused !== undefined && (
          <NoteBox tone="alarm">
            <p>
              <ForeignText text={refused.reason} />
            </p>
          </NoteBox>
        )}
        <p class="small quiet">{t.lead}</p>
        {entered === undefined || ids === undefined || isOpen ? (
          <DltForm
            key={version}
            draft={draft}
            onClose={entered === undefined ? undefined : () => setOpen(false)}
          />
        ) : (
          <>
            <EnteredIds ids={ids} at={entered.at} />
            <div class="row">
              <button type="button" class="button" onClick={() => setOpen(true)}>
                {t.correct}
              </button>
            </div>
          </>
        )}
      </div>
    </PanelBox>
  )
}
