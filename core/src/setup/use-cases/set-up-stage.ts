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

/** Carries operations out as later for permitted callers; here for the first admin, while nobody is permitted yet. */
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

/** By what operations are carried out. */
export interface SetUpContext {
  readonly bodies: Bodies
  readonly needs: OperationNeeds
}

/** What a first set-up is done with, and what it leaves in the audit log. */
export interface SetUpStage extends SetUpContext {
  readonly bootstrap: BootstrapMode
  readonly nowMs: EpochMs
  readonly by: OperatorCommand
  /** The first admin, who owns what is made. */
  readonly owner: User
  readonly acts: Act[]
}

export type Outcome<R> = Promise<E.Either<Refusal | Postponed, R>>

/**
 * By what the audit log tells the first set-up from what is done later, by two people
 * (docs/contract#first-set-up).
 */
const OCCASION = { occasion: 'first set-up' } as const

/** Notes what was done, for the audit log, as part of the first set-up. */
export const note = (
  { acts, by: { actor, reason } }: SetUpStage,
  act: Omit<Act, 'actor' | 'reason'>,
): void => {
  acts.push({ actor, reason, ...act, details: { ...act.details, ...OCCASION } })
}

/** Does in the stage's unit what the operation does, with the audit event that it would have. Refusals are the operation's. */
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
  // The table pairs each name with its own implementation; the compiler checked it there, entry by entry.
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
  // Why is said once, by the order.
  const { target, details } = about
  const concerned = 'organizationId' in about ? about.organizationId : organizationId
  note(stage, { action: name, target, organizationId: concerned, details })
  return E.right(result)
}

/** Does something with each, in their order, until one is refused. */
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

/** What operations answer are identifiers of this service; the compiler learns it here. */
export const brandedId = <P extends IdPrefix>(prefix: P, text: string): Id<P> => {
  if (!isId(prefix, text)) throw new Error(`${text} is no identifier`)
  return text
}
