import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { MutationName, ResultOf } from '@postrider/core/assembly/registry'
import { FORM_TEXTS as t } from '../language/form-texts.js'
import type { RequestInput } from '../live/live-client.js'
import { client, isConsole } from '../state/connection.js'
import { errorOf } from '../live/open-calls.js'
import { type FormProblems, problemsOf } from './form-values.js'

/** The result of sending a form. */
export type SubmitResult<K extends MutationName> =
  | { readonly _tag: 'Done'; readonly result: ResultOf<K> }
  /** The second factor must be confirmed first, or its code was wrong. */
  | { readonly _tag: 'AskCode'; readonly problem: string | undefined }
  | { readonly _tag: 'Wrong'; readonly problems: FormProblems; readonly error: ErrorBody }

const confirmed = async (code: string): Promise<boolean> => {
  try {
    await client.confirm(code)
    return true
  } catch {
    return false
  }
}

/** Confirms the second factor if a code is given, then calls the operation once. */
export const submitForm = async <K extends MutationName>(
  name: K,
  body: Readonly<Record<string, unknown>>,
  { code, asksCode }: { readonly code: string; readonly asksCode: boolean },
): Promise<SubmitResult<K>> => {
  if (code !== '' && !(await confirmed(code))) return { _tag: 'AskCode', problem: t.codeWrong }
  try {
    return { _tag: 'Done', result: await client.mutate(name, body as RequestInput<K>) }
  } catch (failure) {
    const error = errorOf(failure)
    // On the console, only the second factor can be missing: screens without permission aren't shown.
    const isCodeMissing =
      error.code === 'second_factor_required' || (error.code === 'permission_denied' && asksCode && isConsole)
    if (isCodeMissing && code === '') return { _tag: 'AskCode', problem: undefined }
    return { _tag: 'Wrong', problems: problemsOf(error), error }
  }
}

/** The generic message of a conflict. Conflicts with another message are shown unchanged. */
export const PLAIN_CONFLICT = 'The state or version of the record does not allow this.'

/** The text of a refusal that doesn't concern a field. */
export const refusalText = ({ code, message, fieldErrors }: ErrorBody): string => {
  if (code === 'invalid_request' && fieldErrors.length > 0) return t.seeFields
  if (code === 'conflict' && message === PLAIN_CONFLICT) return t.changedMeanwhile
  if (code === 'permission_denied') return t.notAllowed
  return message
}
