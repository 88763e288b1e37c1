import type { MutationName, ResultOf } from '@postrider/core/domain/operations/registry'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { shownText } from '../format/shown-text.js'
import { FORM_TEXTS as t } from '../language/form-texts.js'
import { describedBy, FormFieldBox } from '../parts/form-field.js'
import { NoteBox } from '../parts/boxes.js'
import { ModalDialog } from '../parts/modal-dialog.js'
import { LoadingBones } from '../parts/screen-states.js'
import { isLive } from '../state/connection.js'
import type { FormField, OperationForm } from './form-rules.js'
import { type FormProblems, readForm, type WrittenValue, type WrittenValues } from './form-values.js'
import { refusalText, submitForm } from './submit-form.js'
import { WrittenField } from './written-field.js'

interface OperationDialogProps<K extends MutationName> {
  readonly operation: K
  readonly title: string
  readonly lead?: ComponentChildren
  /** What is known already: it is sent, and nobody is asked for it. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** Fields that are not asked for. */
  readonly without?: readonly string[]
  readonly initial?: WrittenValues
  /** The currency of amounts, where the body names none. */
  readonly currency?: string
  readonly confirm: string
  readonly tone?: 'main' | 'stop'
  /** What it will hit. */
  readonly children?: ComponentChildren
  onDone(result: ResultOf<K>): void
  onClose(): void
}

interface Asked {
  readonly isAsked: boolean
  readonly problem: string | undefined
}

const loadForm = async (name: MutationName): Promise<OperationForm> =>
  (await import('./operation-forms.js')).OPERATION_FORMS[name]

const useForm = (name: MutationName): OperationForm | undefined => {
  const [form, setForm] = useState<OperationForm>()
  useEffect(() => {
    void loadForm(name).then(setForm)
  }, [name])
  return form
}

const CodeField = ({
  code,
  problem,
  onWrite,
}: {
  code: string
  problem: string | undefined
  onWrite(code: string): void
}) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [problem])
  return (
    <FormFieldBox id="f-code" label={t.code} hint={t.codeHint} problem={problem}>
      <input
        ref={input}
        {...describedBy('f-code', problem, t.codeHint)}
        class="input code"
        autocomplete="one-time-code"
        value={code}
        onInput={({ currentTarget }) => onWrite(currentTarget.value)}
      />
    </FormFieldBox>
  )
}

const focusFirstWrong = (form: HTMLFormElement | null): void => {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

interface SendingForm {
  readonly fields: readonly FormField[]
  readonly isLoaded: boolean
  readonly written: WrittenValues
  readonly problems: FormProblems
  readonly refusal: string | undefined
  readonly asked: Asked
  readonly code: string
  readonly isSending: boolean
  write(name: string, value: WrittenValue): void
  setCode(code: string): void
  send(): void
}

/** What is written so far, and what came of sending it. */
function useSending<K extends MutationName>(
  props: OperationDialogProps<K>,
  onWrong: () => void,
): SendingForm {
  const { operation, fixed = {}, without = [], initial = {}, currency } = props
  const form = useForm(operation)
  const [written, setWritten] = useState<WrittenValues>(initial)
  const [problems, setProblems] = useState<FormProblems>({})
  const [refusal, setRefusal] = useState<string>()
  const [asked, setAsked] = useState<Asked>({ isAsked: false, problem: undefined })
  const [code, setCode] = useState('')
  const [isSending, setSending] = useState(false)
  const fields = (form?.fields ?? []).filter(({ name }) => !(name in fixed) && !without.includes(name))
  const wrong = (found: FormProblems): void => {
    setProblems(found)
    onWrong()
  }
  const send = async (): Promise<void> => {
    const read = readForm(fields, written, currency)
    if (read._tag === 'Wrong') return wrong(read.problems)
    setSending(true)
    const body = { ...read.body, ...fixed }
    const came = await submitForm(operation, body, { code: code.trim(), asksCode: form?.stepUp === true })
    setSending(false)
    if (came._tag === 'Done') return props.onDone(came.result)
    setCode('')
    if (came._tag === 'AskCode') return setAsked({ isAsked: true, problem: came.problem })
    wrong(came.problems)
    setRefusal(refusalText(came.error))
  }
  return {
    fields,
    isLoaded: form !== undefined,
    written,
    problems,
    refusal,
    asked,
    code,
    isSending,
    write: (name, value) => setWritten((before) => ({ ...before, [name]: value })),
    setCode,
    send: () => {
      if (!isSending) void send()
    },
  }
}

const FormBody = ({ form }: { form: SendingForm }) => (
  <>
    {!form.isLoaded && <LoadingBones />}
    {form.fields.map((field) => (
      <WrittenField
        key={field.name}
        field={field}
        base=""
        written={form.written[field.name]}
        problems={form.problems}
        onWrite={(value) => form.write(field.name, value)}
      />
    ))}
    {form.asked.isAsked && <CodeField code={form.code} problem={form.asked.problem} onWrite={form.setCode} />}
    {form.refusal !== undefined && (
      <div role="alert">
        <NoteBox tone="alarm">
          <p>
            <b class="strong">{t.failed}</b> {shownText(form.refusal)}
          </p>
        </NoteBox>
      </div>
    )}
  </>
)

/** The dialog by which an operation is ordered: its fields from its codec, what it will hit, the second factor where it is asked for. */
export function OperationDialog<K extends MutationName>(props: OperationDialogProps<K>) {
  const { title, lead, confirm, tone = 'main', onClose } = props
  const element = useRef<HTMLFormElement>(null)
  const form = useSending(props, () => focusFirstWrong(element.current))
  return (
    <ModalDialog title={title} lead={lead} onClose={onClose}>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.send()
        }}
      >
        <div class="in">
          {props.children}
          <FormBody form={form} />
        </div>
        <footer>
          <span class="small quiet push" role="status">
            {form.isSending ? (isLive.value ? t.sending : t.waiting) : ''}
          </span>
          <button type="button" class="button" autofocus={tone === 'stop'} onClick={onClose}>
            {t.cancel} <kbd>Esc</kbd>
          </button>
          <button type="submit" class={`button ${tone}`} disabled={form.isSending || !form.isLoaded}>
            {confirm}
          </button>
        </footer>
      </form>
    </ModalDialog>
  )
}
