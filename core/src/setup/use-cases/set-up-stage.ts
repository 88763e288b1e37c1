import { type Id, type IdPrefix, isId, type OrganizationId } from '../../kernel/ids/id.js'
import type { OPERATIONS, RequestOf, ResultOf } from '../../assembly/registry.js'
import type { User } from '../../identity/domain/people/user.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Act } from '../../audit/use-cases/record-act.js'
import type { ImplementationsOf, MutationOf, OperationNeeds } from '../../runner/use-cases/implementation.js'
import type { OperatorCommand } from '../../audit/use-cases/operator-command.js'
import type { Postponed } from '../../kernel/units/until-done.js'
import type { BootstrapMode } from '../../approvals/use-cases/bootstrap-mode.js'

/**
 * Runs operations like they later run for permitted callers; here for the first admin, before anyone has
 * permissions.
 */
type Bodies = Pick<
  ImplementationsOf<typeof OPERATIONS>,
  | 'createOrganization'
  | 'registerApp'
  | 'setOrganizationEntitlement'
  | 'saveProviderAccount'
  | 'setAppServiceConfiguration'
  | 'saveCustomerTemplateDraft'
  | 'submitCustomerTemplateDraftForReview'
  | 'decideTemplateReview'
  | 'addStarterTemplates'
  | 'createServerCredential'
>

/** The implementations of operations and their dependencies. */
export interface SetUpContext {
  readonly bodies: Bodies
  readonly needs: OperationNeeds
}

/** The state of a first set-up, and its audit events. */
export interface SetUpStage extends SetUpContext {
  readonly bootstrap: BootstrapMode
  readonly nowMs: EpochMs
  readonly by: OperatorCommand
  /** The first admin, who owns the created records. */
  readonly owner: User
  readonly acts: Act[]
}

export type Outcome<R> = Promise<E.Either<Refusal | Postponed, R>>

/**
 * Marks the audit events of the first set-up, because later these actions take two people
 * (docs/api/running#first-set-up).
 */
const OCCASION = { occasion: 'first set-up' } as const

/** Adds an audit event, marked as part of the first set-up. */
export const note = (
  { acts, by: { actor, reason } }: SetUpStage,
  act: Omit<Act, 'actor' | 'reason'>,
): void => {
  acts.push({ actor, reason, ...act, details: { ...act.details, ...OCCASION } })
}

/**
 * Runs an operation in the stage's unit, with the audit event that it would have. Refusals are the
 * operation's.
 */
export const perform = async <K extends keyof Bodies>(
  stage: SetUpStage,
  name: K,
  request: RequestOf<K>,
  organizationId?: OrganizationId,
): Outcome<ResultOf<K>> => {
  const { bootstrap, nowMs, by, owner, bodies, needs } = stage
  const { unit } = bootstrap
  const organization =
    organizationId === undefined ? undefined : await unit.organizations.lock(organizationId)
  const membership =
    organization === undefined ? undefined : { member: { role: 'owner' } as const, organization }
  // The table pairs each name with its own implementation; the compiler has checked it there, entry by entry.
  const body = bodies[name] as unknown as MutationOf<(typeof OPERATIONS)[K]>
  const done = await body.begin(needs)(unit, {
    request,
    facts: { user: owner, memberships: [], admin: undefined },
    signature: { actor: by.actor },
    isLockedOut: () => false,
    membership,
    nowMs,
    origin: { requestId: undefined, clientAddress: undefined },
  })
  if (E.isLeft(done)) return done
  const { about, result } = done.right
  // The reason is given once, in the request.
  const { target, details } = about
  const concerned = 'organizationId' in about ? about.organizationId : organizationId
  note(stage, { action: name, target, organizationId: concerned, details })
  return E.right(result)
}

/** Runs `work` for each item in order, until one is refused. */
export const eachInTurn = async <A, R>(
  items: readonly A[],
  work: (item: A) => Outcome<R>,
): Outcome<readonly R[]> => {
  const done: R[] = []
  for (const item of items) {
    const outcome = await work(item)
    if (E.isLeft(outcome)) return outcome
    done.push(outcome.right)
  }
  return E.right(done)
}

/** Operations return identifiers of Postrider; this narrows their type. */
export const brandedId = <P extends IdPrefix>(prefix: P, text: string): Id<P> => {
  if (!isId(prefix, text)) throw new Error(`${text} is no identifier`)
  return text
}
