import { isFor, type Operation } from '../../../identity/domain/access/operation.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../../kernel/refusals/refusal.js'
import { DAY_MS, type EpochMs, momentOf, parseIsoTime } from '../../../kernel/time/epoch-ms.js'
import { audienceOf, type KeyKind } from '../../../identity/domain/agents/agent-key.js'

/** How long a key lasts (docs/api/access#key-lifetimes). */
export type KeyLife =
  | { readonly _tag: 'Usual' }
  /** Until this moment: the end of the chosen day, if a day was chosen. */
  | { readonly _tag: 'Until'; readonly atMs: EpochMs }
  /**
   * Until it is revoked or its sponsor loses authority; the caller has acknowledged that it never expires.
   */
  | { readonly _tag: 'Never' }

/** A key as a request describes it, if well-shaped. */
export interface KeyRequest {
  readonly kind?: KeyKind | undefined
  /** For a customer key. */
  readonly organizationId?: string | undefined
  readonly allowlist?: ReadonlyArray<string | undefined> | undefined
  readonly label?: string | undefined
  /** ISO 8601. */
  readonly expiresAt?: string | undefined
  readonly acknowledgeNeverExpires?: boolean | undefined
}

const LONGEST_LABEL = 100
const YEAR_MS = 365 * DAY_MS
const UNFIT = /\p{Cc}|\p{Cs}/u

/**
 * The operations among `entries` that a key of this kind may have in its allowlist, in alphabetical order.
 */
export const grantableAmong = <O extends Operation>(entries: readonly O[], kind: KeyKind): readonly O[] =>
  entries
    .filter((entry) => isFor(entry, audienceOf(kind)) && entry.keyKinds.includes(kind))
    .sort((one, other) => (one.name < other.name ? -1 : 1))

const allowlistProblems = (
  { kind, allowlist }: KeyRequest,
  entries: readonly Operation[],
): readonly FieldProblem[] => {
  if (kind === undefined || allowlist === undefined) return []
  const known = grantableAmong(entries, kind).map((entry) => entry.name)
  if (allowlist.length === 0)
    return [bodyProblem('/allowlist', 'too_few', 'At least one operation is required.')]
  const isFit = (name: string, at: number) => known.includes(name) && allowlist.indexOf(name) === at
  const unfit = 'This kind of key cannot have this operation, or it is listed twice.'
  return allowlist.flatMap((name, at) =>
    name === undefined || isFit(name, at) ? [] : [bodyProblem(`/allowlist/${at}`, 'not_allowed', unfit)],
  )
}

const labelProblems = ({ label }: KeyRequest): readonly FieldProblem[] => {
  if (label === undefined) return []
  if (label.trim() === '') return [bodyProblem('/label', 'too_short', 'The purpose of the key is required.')]
  if ([...label].length > LONGEST_LABEL)
    return [bodyProblem('/label', 'too_long', `The value must have at most ${LONGEST_LABEL} characters.`)]
  return UNFIT.test(label)
    ? [bodyProblem('/label', 'format', 'The value contains a character that is not allowed.')]
    : []
}

const endProblems = ({ kind, expiresAt }: KeyRequest, nowMs: EpochMs): readonly FieldProblem[] => {
  if (expiresAt === undefined) return []
  if (kind === 'bootstrap')
    return [bodyProblem('/expiresAt', 'not_allowed', 'A bootstrap key expires within one day.')]
  const atMs = parseIsoTime(expiresAt)
  if (atMs === undefined)
    return [bodyProblem('/expiresAt', 'format', 'The value must be a valid date and time.')]
  return atMs > nowMs ? [] : [bodyProblem('/expiresAt', 'too_small', 'The time must be in the future.')]
}

const endlessProblems = ({
  kind,
  expiresAt,
  acknowledgeNeverExpires: endless,
}: KeyRequest): readonly FieldProblem[] => {
  const problem = (message: string) => [bodyProblem('/acknowledgeNeverExpires', 'not_allowed', message)]
  if (expiresAt !== undefined && endless !== undefined)
    return problem('Use either an expiry time or no expiry, not both.')
  return kind === 'bootstrap' && endless === true ? problem('A bootstrap key expires within one day.') : []
}

const placeProblems = ({ kind, organizationId }: KeyRequest): readonly FieldProblem[] => {
  const problem = (message: string) => [bodyProblem('/organizationId', 'mismatch', message)]
  if (kind === undefined || (kind === 'customer') === (organizationId !== undefined)) return []
  return problem(
    kind === 'customer'
      ? 'A customer key requires an Organization.'
      : 'Only customer keys have an Organization.',
  )
}

/**
 * Checks a requested key without lookups (docs/api/access#key-lifetimes). `entries` are all operations. Empty
 * if there are no problems.
 */
export const checkKeyRequest = (
  request: KeyRequest,
  nowMs: EpochMs,
  entries: readonly Operation[],
): readonly FieldProblem[] => [
  ...placeProblems(request),
  ...allowlistProblems(request, entries),
  ...labelProblems(request),
  ...endProblems(request, nowMs),
  ...endlessProblems(request),
]

/** The lifetime in a valid request. */
export const keyLifeIn = ({
  expiresAt,
  acknowledgeNeverExpires,
}: Pick<KeyRequest, 'expiresAt' | 'acknowledgeNeverExpires'>): KeyLife => {
  if (expiresAt !== undefined) return { _tag: 'Until', atMs: momentOf(expiresAt) }
  return acknowledgeNeverExpires === true ? { _tag: 'Never' } : { _tag: 'Usual' }
}

/** When the key expires: a bootstrap key after a day, others after a year unless chosen otherwise. */
export const lifeOf = (kind: KeyKind, life: KeyLife, nowMs: EpochMs): EpochMs | undefined => {
  switch (life._tag) {
    case 'Usual':
      return nowMs + (kind === 'bootstrap' ? DAY_MS : YEAR_MS)
    case 'Until':
      return life.atMs
    case 'Never':
      return undefined
  }
}
