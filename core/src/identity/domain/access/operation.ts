import type { KeyKind } from '../agents/agent-key.js'
import type { ShapeField } from '../../../kernel/codecs/codec.js'
import type { ChangeKind } from '../../../feed/domain/change.js'
import type { QuotaName } from '../../../limits/domain/quotas.js'
import type { AdminPermission, Permission } from '../people/roles.js'
import type { RefusalTag } from '../../../kernel/refusals/refusal.js'

/**
 * The callers of operations over the API: signed-in people, and Agent keys of customers and of super admins
 * (docs/api/conventions#boundaries).
 */
export const AUDIENCES = ['customerControl', 'customerAgent', 'adminAgent'] as const

/**
 * The callers of operations: over the API; as a person on the website, who may also call all operations of
 * signed-in people over the API; or as a super admin with a proved identity, at the console or the command
 * line. Operations that only people in person may call are interactive-only, and aren't published
 * (docs/api/admin).
 */
export type Audience = (typeof AUDIENCES)[number] | 'customerWebsite' | 'adminConsole'

/** Whether the audience is Agents, not people. */
export const isOfAgents = (audience: Audience): boolean =>
  audience === 'customerAgent' || audience === 'adminAgent'

/** Whether the audience may call the operation: the website includes what the API allows signed-in people. */
export const isFor = ({ audiences }: Pick<Operation, 'audiences'>, audience: Audience): boolean =>
  audiences.includes(audience) || (audience === 'customerWebsite' && audiences.includes('customerControl'))

/**
 * The requirements of a mutation besides permission; callers see them in the capability registry
 * (docs/api/operations#capability-registry).
 */
export type Control = 'reason' | 'makerChecker' | 'version'

/**
 * How a call is tied to its tenant. `organizationId`: it is in the body. `ticketId` and `chatId`: the
 * Organization is looked up. `none`: the call concerns only the caller. Another tenant's record gets the same
 * response as one that doesn't exist.
 */
export type TenantBy = 'none' | 'organizationId' | 'ticketId' | 'chatId'

/**
 * The effect of a call on existing records (docs/api/operations#capability-registry). `adds`: a record is
 * created; the others are unchanged. `changes`: a record is changed, and can be changed back. `ends`:
 * something that worked or was open is removed, stopped or settled.
 */
export type Effect = 'reads' | 'adds' | 'changes' | 'ends'

/** The subject of an operation; documents group operations by it. */
type Subject =
  | 'Account'
  | 'Members'
  | 'Apps'
  | 'Credentials'
  | 'Templates'
  | 'Money'
  | 'Billing'
  | 'Messages'
  | 'Bulk'
  | 'Support'
  | 'Suppressions'
  | 'Inbound'
  | 'Platform'
  | 'Organizations'
  | 'Senders'
  | 'Pricing'
  | 'Approvals'
  | 'Providers'
  | 'Audit'
  | 'Keys'
  | 'People'
  | 'Access'
  | 'Start'
  | 'Sandbox'
  | 'Webhooks'
  | 'Erasures'
  | 'Numbers'

/**
 * How a subscribed read is kept up to date (docs/api/sockets#live-readings). `again` runs it again when a
 * change of one of the kinds is committed; `tail` passes the changes on.
 */
export interface LiveReading {
  readonly by: 'again' | 'tail'
  readonly kinds: readonly ChangeKind[]
  /** Whether all callers with the same permissions get the same result, so that one run serves them all. */
  readonly isShared?: true
  /** Whether changes in Organizations that the caller doesn't belong to also affect it. */
  readonly isFromAnywhere?: true
  /** It runs again after this time even without changes, because its result also changes with time. */
  readonly againAfterMs?: number
}

/**
 * An entry of the registry: everything that callers, documents, the runner and the authorization matrix know
 * about an operation. Operations without an entry can't be called.
 */
export interface Operation {
  /** The unique name of the operation. */
  readonly name: string
  readonly subject: Subject
  readonly summary: string
  readonly description: string
  /** The meaning of a successful response; every operation that the API publishes has it. */
  readonly success?: string
  readonly audiences: readonly Audience[]
  /** The kinds of key that may have it in their allowlist. */
  readonly keyKinds: readonly KeyKind[]
  readonly tenant: TenantBy
  /**
   * The permission that the caller needs in the tenant; undefined: being signed in, or a member, is enough.
   */
  readonly permission: Permission | AdminPermission | undefined
  readonly mutation: boolean
  /** The strongest of its possible effects: `reads` exactly if it isn't a mutation. */
  readonly effect: Effect
  /** Whether it is allowed for a suspended Organization; reading, revoking and asking for help always are. */
  readonly whileSuspended: boolean
  readonly controls: readonly Control[]
  /**
   * Whether people must have confirmed the second factor recently to call it without an Agent: super admins
   * always, others if they have one (docs/promises#dangerous-operations).
   */
  readonly stepUp?: true
  /** The possible refusals besides those implied by its tenant, its permission, and being a mutation. */
  readonly refusals?: readonly RefusalTag[]
  /** Why a super admin needs no step-up for it; every mutation at the console has this or `stepUp`. */
  readonly noStepUp?: string
  /** Why the website has no screen for it; every operation for its users has this or a screen. */
  readonly noScreen?: string
  /**
   * The quotas that limit what it creates; an operation with the effect `adds` has at least one
   * (docs/api/limits#quotas).
   */
  readonly quotas?: readonly QuotaName[]
  /** How a subscribed read is kept up to date; undefined: it can't be subscribed to. */
  readonly live?: LiveReading
  readonly request: ShapeField
  readonly result: ShapeField
}

/** The parts of an entry besides its name and its subject. */
type EntryParts = Omit<Operation, 'name' | 'subject'>

/**
 * Creates an entry. It keeps the exact types of its codecs, which type the implementation. An unknown part is
 * a compile error.
 */
export const entryOf = <const S extends Subject, const N extends string, const T extends EntryParts>(
  subject: S,
  name: N,
  parts: T & { readonly [K in Exclude<keyof T, keyof EntryParts>]: never },
): T & { readonly name: N; readonly subject: S } => ({ ...parts, name, subject })
