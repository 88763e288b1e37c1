import { enteredProblems, isEnteredByCustomers } from '../../channels/own-records.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { invalidRequest, type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { EnteredRegistration, TemplateDraft, TemplateState } from './draft.js'

const OPEN: ReadonlySet<TemplateState> = new Set(['draft', 'internal_review', 'pending_vendor'])

/** Whether the author can enter identifiers: the content's vendor lets customers register, and none are confirmed yet. */
export const takesRegistration = ({ content, state }: TemplateDraft): boolean =>
  OPEN.has(state) && isEnteredByCustomers(content)

/** Whether entered identifiers wait for a reviewer. */
export const awaitsConfirmation = ({ state, entered }: Pick<TemplateDraft, 'state' | 'entered'>): boolean =>
  OPEN.has(state) && entered !== undefined && entered.refused === undefined

/**
 * The version with the identifiers that its author entered, in place of earlier ones. Conflict if `version` isn't the
 * draft's newest version or takes none; InvalidRequest for identifiers of another channel or in a wrong form.
 */
export const enterRegistration = (
  newest: TemplateDraft,
  version: number,
  entered: Pick<EnteredRegistration, 'registration' | 'by' | 'atMs'>,
): E.Either<Refusal, TemplateDraft> => {
  if (version !== newest.version || !takesRegistration(newest)) return E.left(refusal('Conflict'))
  const { registration } = entered
  if (registration.channel !== newest.content.channel)
    return E.left(
      invalidRequest([bodyProblem('/registration', 'mismatch', 'The template is for another channel.')]),
    )
  const problems = enteredProblems(registration)
  if (problems.length > 0) return E.left(invalidRequest(problems))
  return E.right({ ...newest, entered: { ...entered, refused: undefined } })
}

/**
 * The version after a reviewer refused its entered identifiers; the author can correct them. Conflict if none wait for a
 * reviewer or the reviewer saw others, which were entered at `seenAtMs`.
 */
export const refuseRegistration = (
  draft: TemplateDraft,
  seenAtMs: EpochMs | undefined,
  refused: NonNullable<EnteredRegistration['refused']>,
): E.Either<Refusal, TemplateDraft> => {
  const { entered } = draft
  if (entered === undefined || !awaitsConfirmation(draft) || entered.atMs !== seenAtMs)
    return E.left(refusal('Conflict'))
  return E.right({ ...draft, entered: { ...entered, refused } })
}
