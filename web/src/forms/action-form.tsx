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

/** The options of a form that calls a mutation. */
export interface ActionFormOption<K extends MutationName> {
  readonly operation: K
  /** Known values, which are sent without a field. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** Fields to omit. */
  readonly without?: readonly string[]
  /** Fields that are required here and come first, even if the operation makes them optional. */
  readonly needed?: readonly string[]
  readonly initial?: WrittenValues
  /** Adjusts the fields, if they depend on the fixed values or on those entered so far. */
  refine?(fields: readonly FormField[], written: WrittenValues): readonly FormField[]
  /** The currency of amounts if the body has none. */
  readonly currency?: string
  readonly confirm: string
  readonly tone?: 'main' | 'stop'
  /** The text for a version or state conflict. Default: somebody else has changed the record. */
  readonly conflict?: string
  /** Why the form can't be submitted yet; the button is disabled until then. */
  readonly unready?: string | undefined
  /** Whether the form is next to other content. A dialog handles Esc itself. */
  readonly isBeside?: boolean
  /** The effect of the operation. */
  readonly children?: ComponentChildren
  /**
   * Shows the effect for the values entered so far. `bodyOf` makes a body from some of the fields, or
   * undefined while they are invalid.
   */
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

/** The form of an operation: undefined while it loads, false if loading failed. */
const useForm = (name: MutationName): OperationForm | false | undefined => {
  const [form, setForm] = useState<OperationForm | false>()
  useEffect(() => {
    loadForm(name).then(setForm, () => setForm(false))
  }, [name])
  return form
}

/** Focuses the first wrong field; a refusal without one is below the fields, where a long form hides it. */
const showProblem = (form: HTMLFormElement | null): void => {
  setTimeout(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) wrong.focus()
    else form?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  })
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

/** The key under which a draft is stored: the operation and the records that it is about. */
const draftName = (operation: MutationName, fixed: Readonly<Record<string, unknown>>): string =>
  [
    operation,
    ...Object.entries(fixed).flatMap(([name, id]) => (name.endsWith('Id') ? [String(id)] : [])),
  ].join(' ')

/** The entered values, and the result of sending them. */
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
    // A refusal of an earlier attempt doesn't apply to this one.
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

/** The initial focus: the first field to fill in, or the cancel button if the operation stops something. */
const useFirstFocus = (
  form: { readonly current: HTMLFormElement | null },
  isStop: boolean,
  isLoaded: boolean,
): void => {
  // A layout effect runs before the next key press arrives.
  useLayoutEffect(() => {
    const first = isStop ? 'footer button' : '.in :is(input, select, textarea)'
    if (isStop || isLoaded) form.current?.querySelector<HTMLElement>(first)?.focus()
  }, [isStop, isLoaded && !isStop])
}

/** The form of an operation: its fields from the codec, its effect, and the second factor if required. */
export function ActionForm<K extends MutationName>(props: ActionFormOption<K>) {
  const { confirm, tone = 'main', unready, isBeside = false, onClose } = props
  const element = useRef<HTMLFormElement>(null)
  const form = useSending(props, () => showProblem(element.current))
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
