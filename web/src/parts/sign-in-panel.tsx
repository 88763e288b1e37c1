import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ACCESS_TEXTS as t } from '../language/access-texts.js'
import { NoteBox } from './boxes.js'
import { describedBy, FormFieldBox } from './form-field.js'
import { client } from '../state/connection.js'
import { fetchSignIn, type SignInField, type SignInQuestion, sendSignIn } from './sign-in-question.js'

interface FieldsProps {
  readonly question: SignInQuestion
  readonly isSending: boolean
  send(written: Readonly<Record<string, string>>): void
}

const FieldInput = ({ name, type, autocomplete, value, hint }: SignInField) => {
  const common = {
    ...describedBy(`sign-in-${name}`, undefined, hint),
    class: 'input',
    name,
    autocomplete,
    spellcheck: false,
    defaultValue: value,
  }
  if (type === 'password') return <input {...common} type="password" />
  return type === 'email' ? <input {...common} type="email" /> : <input {...common} type="text" />
}

/** The fields of the sign-in page. Their values are never stored. */
const SignInFields = ({ question, isSending, send }: FieldsProps) => {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), [question])
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        const inputs = [...event.currentTarget.querySelectorAll('input')]
        if (!isSending) send(Object.fromEntries(inputs.map(({ name, value }) => [name, value])))
      }}
    >
      {question.problem !== undefined && (
        <div role="alert">
          <NoteBox tone="alarm">
            <p>{question.problem}</p>
          </NoteBox>
        </div>
      )}
      {question.fields.map((field) => (
        <FormFieldBox key={field.name} id={`sign-in-${field.name}`} label={field.label} hint={field.hint}>
          <FieldInput {...field} />
        </FormFieldBox>
      ))}
      <button type="submit" class="button main" disabled={isSending}>
        {t.signIn}
      </button>
    </form>
  )
}

/** A sign-in form inside the page, so that open dialogs and their entries stay. */
export const SignInPanel = () => {
  const [question, setQuestion] = useState<SignInQuestion>()
  const [isFailed, setFailed] = useState(false)
  const [isSending, setSending] = useState(false)
  const learn = async (asking: Promise<SignInQuestion | 'signed in'>): Promise<void> => {
    setSending(true)
    try {
      const next = await asking
      if (next === 'signed in') await client.connect()
      else setQuestion(next)
      setFailed(false)
    } catch {
      setFailed(true)
    }
    setSending(false)
  }
  useEffect(() => void learn(fetchSignIn()), [])
  return (
    <section class="in sign-in" aria-label={t.signIn}>
      <p>{t.signInHere}</p>
      {isFailed && (
        <p role="alert">
          {t.signInFailed}{' '}
          <button type="button" class="button bare" onClick={() => void learn(fetchSignIn())}>
            {t.signInAgain}
          </button>
        </p>
      )}
      {question !== undefined && (
        <SignInFields
          question={question}
          isSending={isSending}
          send={(written) => void learn(sendSignIn(question, written))}
        />
      )}
    </section>
  )
}
