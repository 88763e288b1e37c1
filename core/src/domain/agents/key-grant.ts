import { operationsFor, OPERATIONS } from '../operations/registry.js'
import type { KeyKind, Operation } from '../operations/operation.js'
import { bodyProblem } from '../refusals/body-problem.js'
import type { OrganizationId } from '../ids/id.js'
import type { FieldProblem } from '../refusals/refusal.js'
import { DAY_MS, type EpochMs } from '../time/epoch-ms.js'
import { audienceOf } from './agent-key.js'

/** How long a key lasts (specification 5.5). */
export type KeyLife =
  | { readonly _tag: 'Usual' }
  /** To this moment: the end of the day that was chosen, where it was chosen. */
  | { readonly _tag: 'Until'; readonly atMs: EpochMs }
  /** Until it is revoked or its sponsor loses his authority; only if that was acknowledged. */
  | { readonly _tag: 'Never'; readonly acknowledged: boolean }

/** What a key is to be for. */
export interface KeyGrant {
  readonly kind: KeyKind
  /** Of a customer key. */
  readonly organizationId: OrganizationId | undefined
  readonly allowlist: readonly string[]
  readonly label: string
  readonly life: KeyLife
}

const LONGEST_LABEL = 100
const YEAR_MS = 365 * DAY_MS
const UNFIT = /\p{Cc}|\p{Cs}/u

/** The operations that a key of the kind may have in its allowlist, in alphabetical order. */
export const grantable = (kind: KeyKind): readonly string[] =>
  operationsFor(audienceOf(kind)).filter((name) => (OPERATIONS[name] as Operation).keyKinds.includes(kind))

const allowlistProblems = ({ kind, allowlist }: KeyGrant): readonly FieldProblem[] => {
  const known = grantable(kind)
  if (allowlist.length === 0)
    return [bodyProblem('/allowlist', 'too_few', 'Must name at least one operation.')]
  return allowlist.flatMap((name, at) =>
    known.includes(name) && allowlist.indexOf(name) === at
      ? []
      : [
          bodyProblem(
            `/allowlist/${at}`,
            'not_allowed',
            'Is no operation of this kind of key, or named twice.',
          ),
        ],
  )
}

const labelProblems = ({ label }: KeyGrant): readonly FieldProblem[] => {
  if (label.trim() === '') return [bodyProblem('/label', 'too_short', 'Must say what the key is for.')]
  if ([...label].length > LONGEST_LABEL)
    return [bodyProblem('/label', 'too_long', `Must have at most ${LONGEST_LABEL} characters.`)]
  return UNFIT.test(label)
    ? [bodyProblem('/label', 'format', 'Contains a character that is not allowed.')]
    : []
}

const lifeProblems = ({ kind, life }: KeyGrant, nowMs: EpochMs): readonly FieldProblem[] => {
  switch (life._tag) {
    case 'Usual':
      return []
    case 'Until':
      if (kind === 'bootstrap') return [bodyProblem('/life', 'not_allowed', 'A bootstrap key lasts a day.')]
      return life.atMs > nowMs ? [] : [bodyProblem('/life', 'too_small', 'Must be in the future.')]
    case 'Never':
      if (kind === 'bootstrap') return [bodyProblem('/life', 'not_allowed', 'A bootstrap key lasts a day.')]
      return life.acknowledged
        ? []
        : [
            bodyProblem(
              '/acknowledgeNeverExpires',
              'required',
              'A key that never expires must be acknowledged.',
            ),
          ]
  }
}

const placeProblems = ({ kind, organizationId }: KeyGrant): readonly FieldProblem[] =>
  (kind === 'customer') === (organizationId !== undefined)
    ? []
    : [bodyProblem('/organizationId', 'mismatch', 'Customer keys have an Organization, and no others.')]

/** What is wrong with a key that somebody wants (specification 5.5). Empty when nothing is. */
export const checkKeyGrant = (grant: KeyGrant, nowMs: EpochMs): readonly FieldProblem[] => [
  ...placeProblems(grant),
  ...allowlistProblems(grant),
  ...labelProblems(grant),
  ...lifeProblems(grant, nowMs),
]

/** When the key ends by itself: a bootstrap key after a day, others after a year where nothing else was chosen. */
export const lifeOf = (
  { kind, life }: Pick<KeyGrant, 'kind' | 'life'>,
  nowMs: EpochMs,
): EpochMs | undefined => {
  switch (life._tag) {
    case 'Usual':
      return nowMs + (kind === 'bootstrap' ? DAY_MS : YEAR_MS)
    case 'Until':
      return life.atMs
    case 'Never':
      return undefined
  }
}
