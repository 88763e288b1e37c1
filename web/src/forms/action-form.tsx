import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import type { MutationName, ResultOf } from '@postrider/core/assembly/registry'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { shownText } from '../format/shown-text.js'
import { FORM_TEXTS as t } from '../language/form-texts.js'
import { NoteBox } from '../parts/boxes.js'
import { LoadingBones } from '../parts/screen-states.js'
import { isLive } from '../state/connection.js'
import { CodeField } from './code-field.js'
import type { OperationForm } from './operation-forms.js'
import {
  currencyOf,
  type FormProblems,
  readForm,
  type WrittenValue,
  type WrittenValues,
} from './form-values.js'
import { useFormDraft } from './form-draft.js'
import { refusalText, submitForm } from './submit-form.js'
import { WrittenField } from './written-field.js'

/** What an order is asked for by. */
export interface ActionFormOption<K extends MutationName> {
  readonly operation: K
  /** What is known already: it is sent, and nobody is asked for it. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** Fields that are not asked for. */
  readonly without?: readonly string[]
  /** Fields that are needed here, and come first, whatever the operation says of others. */
  readonly needed?: readonly string[]
  readonly initial?: WrittenValues
  /** The fields as they are asked for here, where what is known besides or written so far decides it. */
  refine?(fields: readonly FormField[], written: WrittenValues): readonly FormField[]
  /** The currency of amounts, where the body names none. */
  readonly currency?: string
  readonly confirm: string
  readonly tone?: 'main' | 'stop'
  /** What it means here that the state of what is there does not allow it; by default, that somebody has changed it meanwhile. */
  readonly conflict?: string
  /** Why it cannot be ordered yet; the button waits for it. */
  readonly unready?: string | undefined
  /** Whether it stands beside something: a dialog sees to Esc itself. */
  readonly isBeside?: boolean
  /** What it will hit. */
  readonly children?: ComponentChildren
  /** What it will hit by what is written so far: `bodyOf` makes a body of some fields, undefined while they are not right. */
  foresee?(
    bodyOf: (names: readonly string[]) => Readonly<Record<string, unknown>> | undefined,
  ): ComponentChildren
  onDone(result: ResultOf<K>): void
  onClose(): void
}

interface CodePrompt {
  readonly isShown: boolean
  readonly problem: string | undefined
}

const loadForm = async (name: MutationName): Promise<OperationForm> =>
  (await import('./operation-forms.js')).OPERATION_FORMS[name]

/** The form of an operation, once it is here; false where it could not be loaded. */
const useForm = (name: MutationName): OperationForm | false | undefined => {
  const [form, setForm] = useState<OperationForm | false>()
  useEffect(() => {
    loadForm(name).then(setForm, () => setForm(false))
  }, [name])
  return form
}

const focusFirstWrong = (form: HTMLFormElement | null): void => {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

interface SendingForm {
  readonly fields: readonly FormField[]
  readonly isLoaded: boolean
  readonly isMissing: boolean
  readonly written: WrittenValues
  readonly isRestored: boolean
  readonly problems: FormProblems
  readonly refusal: string | undefined
  readonly codePrompt: CodePrompt
  readonly code: string
  readonly isSending: boolean
  write(name: string, value: WrittenValue): void
  forget(): void
  setCode(code: string): void
  send(): void
}

/** What a form's words are kept under: its operation, and the records that it is about. */
const draftName = (operation: MutationName, fixed: Readonly<Record<string, unknown>>): string =>
  [
    operation,
    ...Object.entries(fixed).flatMap(([name, id]) => (name.endsWith('Id') ? [String(id)] : [])),
  ].join(' ')

/** What is written so far, and what came of sending it. */
function useSending<K extends MutationName>(props: ActionFormOption<K>, onWrong: () => void): SendingForm {
  const { operation, fixed = {}, without = [], needed = [], initial = {}, currency } = props
  const loaded = useForm(operation)
  const form = loaded === false ? undefined : loaded
  const { written, isRestored, write, forget } = useFormDraft(draftName(operation, fixed), initial)
  const [problems, setProblems] = useState<FormProblems>({})
  const [refusal, setRefusal] = useState<string>()
  const [codePrompt, setCodePrompt] = useState<CodePrompt>({ isShown: false, problem: undefined })
  const [code, setCode] = useState('')
  const [isSending, setSending] = useState(false)
  const known = form?.fields ?? []
  const fields = (props.refine?.(known, written) ?? known)
    .filter(({ name }) => !(name in fixed) && !without.includes(name))
    .map((field) => (needed.includes(field.name) ? { ...field, isRequired: true } : field))
    .sort((one, other) => Number(needed.includes(other.name)) - Number(needed.includes(one.name)))
  const wrong = (found: FormProblems): void => {
    setProblems(found)
    onWrong()
  }
  const send = async (): Promise<void> => {
    const read = readForm(fields, written, currency)
    // What was said of an earlier order is not said of this one.
    setRefusal(undefined)
    if (read._tag === 'Wrong') return wrong(read.problems)
    setSending(true)
    const body = { ...read.body, ...fixed }
    const came = await submitForm(operation, body, { code: code.trim(), asksCode: form?.stepUp === true })
    setSending(false)
    if (came._tag === 'Done') {
      forget()
      return props.onDone(came.result)
    }
    setCode('')
    if (came._tag === 'AskCode') return setCodePrompt({ isShown: true, problem: came.problem })
    wrong(came.problems)
    setRefusal(
      came.error.code === 'conflict' ? (props.conflict ?? refusalText(came.error)) : refusalText(came.error),
    )
  }
  return {
    fields,
    isLoaded: form !== undefined,
    isMissing: loaded === false,
    written,
    isRestored,
    problems,
    refusal,
    codePrompt,
    code,
    isSending,
    write: (name, value) => write({ [name]: value }),
    forget,
    setCode,
    send: () => {
      if (!isSending) void send()
    },
  }
}

const FormBody = ({ form, currency }: { form: SendingForm; currency: string | undefined }) => (
  <>
    {!form.isLoaded && !form.isMissing && <LoadingBones />}
    {form.isMissing && (
      <div role="alert">
        <NoteBox tone="alarm">
          <p>{t.notLoaded}</p>
        </NoteBox>
      </div>
    )}
    {form.isRestored && (
      <p class="small quiet" role="status">
        {t.restored}{' '}
        <button type="button" class="button bare" onClick={form.forget}>
          {t.startOver}
        </button>
      </p>
    )}
    {form.fields.map((field) => (
      <WrittenField
        key={field.name}
        field={field}
        base=""
        written={form.written[field.name]}
        problems={form.problems}
        currency={currencyOf(form.written, currency)}
        onWrite={(value) => form.write(field.name, value)}
      />
    ))}
    {form.codePrompt.isShown && (
      <CodeField code={form.code} problem={form.codePrompt.problem} onWrite={form.setCode} />
    )}
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

/** Where the keyboard begins: at the first thing to be written, and where something is stopped at the way out. */
const useFirstFocus = (
  form: { readonly current: HTMLFormElement | null },
  isStop: boolean,
  isLoaded: boolean,
): void => {
  // Before the next key arrives.
  useLayoutEffect(() => {
    const first = isStop ? 'footer button' : '.in :is(input, select, textarea)'
    if (isStop || isLoaded) form.current?.querySelector<HTMLElement>(first)?.focus()
  }, [isStop, isLoaded && !isStop])
}

/** The form by which an operation is ordered: its fields from its codec, what it will hit, the second factor where it is asked for. */
export function ActionForm<K extends MutationName>(props: ActionFormOption<K>) {
  const { confirm, tone = 'main', unready, isBeside = false, onClose } = props
  const element = useRef<HTMLFormElement>(null)
  const form = useSending(props, () => focusFirstWrong(element.current))
  const { isLoaded, isSending } = form
  useFirstFocus(element, tone === 'stop', isLoaded)
  const bodyOf = (names: readonly string[]): Readonly<Record<string, unknown>> | undefined => {
    const some = form.fields.filter(({ name }) => names.includes(name))
    const read = readForm(some, form.written, props.currency)
    return isLoaded && read._tag === 'Body' ? { ...read.body, ...props.fixed } : undefined
  }
  return (
    <form
      ref={element}
      noValidate
      onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
        if (isBeside && key === 'Escape') onClose()
        if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.requestSubmit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (unready === undefined) form.send()
      }}
    >
      <div class="in">
        {props.children}
        <FormBody form={form} currency={props.currency} />
        {props.foresee?.(bodyOf)}
      </div>
      <footer>
        <span class="small quiet push" role="status">
          {isSending ? (isLive.value ? t.sending : t.waiting) : unready}
        </span>
        <button
          type="button"
          class="button"
          onClick={() => {
            form.forget()
            onClose()
          }}
        >
          {t.cancel}
        </button>
        <button
          type="submit"
          class={`button ${tone}`}
          disabled={isSending || !isLoaded || unready !== undefined}
        >
          {confirm}
        </button>
      </footer>
    </form>
  )
}
