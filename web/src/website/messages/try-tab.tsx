import type { ResultOf } from '@postrider/core/assembly/registry'
import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import { useState } from 'preact/hooks'
import { useFormDraft } from '../../forms/form-draft.js'
import { shownText } from '../../format/shown-text.js'
import { channelWord } from '../../language/channel-words.js'
import { errorOf } from '../../live/open-calls.js'
import { NoteBox } from '../../parts/boxes.js'
import { ChoiceField } from '../../parts/choice-field.js'
import { describedBy, FormFieldBox } from '../../parts/form-field.js'
import { EmptyNote, ReadingView } from '../../parts/screen-states.js'
import { client } from '../../state/connection.js'
import { useReading } from '../../state/reading.js'
import { OWN_MESSAGES_TEXTS as t } from './messages-texts.js'
import { shownOrganizationId } from '../state/access.js'
import { ownApps } from '../state/own-apps.js'
import { PreviewBox } from './preview-box.js'

type Preview = ResultOf<'previewMessage'>
type Template = ResultOf<'listCustomerMessageTemplates'>['templates'][number]

const VALUE = 'value '

/** The problems by field. */
const problemsOf = (
  error: ErrorBody | undefined,
  preview: Preview | undefined,
): ReadonlyMap<string, string> =>
  new Map([
    ...(error?.fieldErrors ?? []).map(({ field, message }) => [field, message] as const),
    ...(preview?.refusal?.fieldErrors ?? []).map(({ field, message }) => [field, message] as const),
  ])

interface TextProps {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly problem: string | undefined
  onWrite(value: string): void
}

const TextField = ({ id, label, hint, value, problem, onWrite }: TextProps) => (
  <FormFieldBox id={id} label={label} hint={hint} problem={problem}>
    <input
      class="input"
      type="text"
      autocomplete="off"
      {...describedBy(id, problem, hint)}
      value={value}
      onInput={({ currentTarget }) => onWrite(currentTarget.value)}
    />
  </FormFieldBox>
)

/** The entered message, and the result of the test. */
const useTrial = (templates: readonly Template[]) => {
  const { written, write } = useFormDraft('try a message', {})
  const [preview, setPreview] = useState<Preview>()
  const [error, setError] = useState<ErrorBody>()
  const [isTrying, setTrying] = useState(false)
  const textOf = (name: string): string => (typeof written[name] === 'string' ? written[name] : '')
  const [only, ...others] = ownApps.value
  const appId = textOf('appId') || (others.length === 0 ? (only?.appId ?? '') : '')
  const template = templates.find(({ templateId }) => templateId === textOf('templateId'))
  const to = textOf('to').trim()
  const showResult = (found: Preview | undefined, failed: ErrorBody | undefined): void => {
    setPreview(found)
    setError(failed)
  }
  const tryIt = async (): Promise<void> => {
    if (template === undefined) return
    const { templateId, channel, variables: declared } = template
    const variables = Object.fromEntries(declared.map(({ name }) => [name, textOf(VALUE + name)] as const))
    const request = {
      organizationId: shownOrganizationId.value ?? '',
      appId,
      templateId,
      channel,
      to,
      variables,
    }
    setTrying(true)
    try {
      showResult(await client.read('previewMessage', request), undefined)
    } catch (failure) {
      showResult(undefined, errorOf(failure))
    }
    setTrying(false)
  }
  return {
    appId,
    template,
    textOf,
    preview,
    error,
    isTrying,
    isReady: appId !== '' && template !== undefined && to !== '',
    tryIt,
    change: (changes: Readonly<Record<string, string>>): void => {
      write(changes)
      showResult(undefined, undefined)
    },
  }
}

type Trial = ReturnType<typeof useTrial>

const TrialFields = ({ trial, templates }: { trial: Trial; templates: readonly Template[] }) => {
  const { appId, template, textOf, change, error, preview } = trial
  const problems = problemsOf(error, preview)
  return (
    <>
      <ChoiceField
        id="try-app"
        label={t.app}
        none={t.chooseApp}
        value={appId}
        options={ownApps.value.map((app) => [
          app.appId,
          `${shownText(app.name)}, ${t.environments[app.environment] ?? app.environment}`,
        ])}
        onChoose={(value) => change({ appId: value })}
      />
      <ChoiceField
        id="try-template"
        label={t.template}
        none={t.chooseTemplate}
        value={template?.templateId ?? ''}
        options={templates.map(({ templateId, name, channel }) => [
          templateId,
          `${shownText(name)}, ${channelWord(channel)}`,
        ])}
        onChoose={(value) => change({ templateId: value })}
      />
      <TextField
        id="try-to"
        label={t.recipient}
        hint={t.recipientHint}
        value={textOf('to')}
        problem={problems.get('/to')}
        onWrite={(value) => change({ to: value })}
      />
      {template?.variables.map(({ name, example }) => (
        <TextField
          key={name}
          id={`try-${name}`}
          label={name}
          hint={t.example(shownText(example))}
          value={textOf(VALUE + name)}
          problem={problems.get(`/variables/${name}`)}
          onWrite={(value) => change({ [VALUE + name]: value })}
        />
      ))}
    </>
  )
}

const TryForm = ({ templates }: { templates: readonly Template[] }) => {
  const trial = useTrial(templates)
  const { isReady, isTrying, error, preview, tryIt } = trial
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void tryIt()
      }}
    >
      <p class="quiet">{t.tryLead}</p>
      <TrialFields trial={trial} templates={templates} />
      <div class="row">
        <button type="submit" class="button main" disabled={!isReady || isTrying}>
          {isTrying ? t.trying : t.tryIt}
        </button>
        {!isReady && <span class="small quiet">{t.tryNeeds}</span>}
      </div>
      <div role="status">
        {error !== undefined && error.fieldErrors.length === 0 && (
          <NoteBox tone="alarm">
            <p>{shownText(error.message)}</p>
          </NoteBox>
        )}
        {preview !== undefined && <PreviewBox preview={preview} />}
      </div>
    </form>
  )
}

/** Tests a message without sending it, for people who may create a credential that sends. */
export const TryTab = () => {
  const reading = useReading('listCustomerMessageTemplates', {
    organizationId: shownOrganizationId.value ?? '',
    limit: 100,
  })
  return (
    <section class="pane" aria-label={t.tabs.try}>
      <div class="fit">
        <div class="in narrow">
          <ReadingView reading={reading}>
            {({ templates }) =>
              ownApps.value.length === 0 ? (
                <EmptyNote title={t.noApps}>{t.noAppsText}</EmptyNote>
              ) : templates.length === 0 ? (
                <EmptyNote title={t.noTemplates}>{t.noTemplatesText}</EmptyNote>
              ) : (
                <TryForm templates={templates} />
              )
            }
          </ReadingView>
        </div>
      </div>
    </section>
  )
}
