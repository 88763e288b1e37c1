import type { KeyKind } from '../agents/agent-key.js'
import type { ShapeField } from '../../../kernel/codecs/codec.js'
import type { ChangeKind } from '../../../feed/domain/change.js'
import type { QuotaName } from '../../../limits/domain/quotas.js'
import type { AdminPermission, Permission } from '../people/roles.js'
import type { RefusalTag } from '../../../kernel/refusals/refusal.js'

/**
 * Who may call operations over the API: signed-in people, and Agent keys of customers and of super admins
 * (docs/contract#boundaries).
 */
export const AUDIENCES = ['customerControl', 'customerAgent', 'adminAgent'] as const

/**
 * Who may call operations: over the API; as a person at the website, who may besides all that signed-in people may over the
 * API; or as a super admin with a proved identity, at the console or the command line. What only people who are there
 * themselves may is interactive-only, and nowhere published (docs/contract#admin-operations).
 */
export type Audience = (typeof AUDIENCES)[number] | 'customerWebsite' | 'adminConsole'

/** Whether the audience is of Agents, and not of people. */
export const isOfAgents = (audience: Audience): boolean =>
  audience === 'customerAgent' || audience === 'adminAgent'

/** Whether the audience may call the operation: what the API gives a signed-in person, the website gives them too. */
export const isFor = ({ audiences }: Pick<Operation, 'audiences'>, audience: Audience): boolean =>
  audiences.includes(audience) || (audience === 'customerWebsite' && audiences.includes('customerControl'))

/**
 * What a mutation asks for beyond authority; callers learn it from the capability registry
 * (docs/contract#capability-registry).
 */
export type Control = 'reason' | 'makerChecker' | 'version'

/**
 * How a call is tied to its tenant: `organizationId` is in the body; of a ticket or a chat the Organization is looked
 * up; `none` concerns the caller alone. Whose tenant it is not, gets the answer of one that does not exist.
 */
export type TenantBy = 'none' | 'organizationId' | 'ticketId' | 'chatId'

/**
 * What a call does to what there is (docs/contract#capability-registry). `adds`: something stands beside the rest, which is
 * as it was. `changes`: something is otherwise, and can be set again. `ends`: something is taken away, stopped or settled, so
 * that what worked or was open before is not any more.
 */
export type Effect = 'reads' | 'adds' | 'changes' | 'ends'

/** What an operation is about; documents list operations by it. */
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
  | 'Pricing'
  | 'Approvals'
  | 'Providers'
  | 'Audit'
  | 'Keys'
  | 'People'
  | 'Access'
  | 'Start'
  | 'Sandbox'

/**
 * How a reading is kept true for whoever subscribes to it (docs/contract#live-readings): `again` runs it once more when a
 * change of one of the kinds is committed, `tail` hands the changes on.
 */
export interface LiveReading {
  readonly by: 'again' | 'tail'
  readonly kinds: readonly ChangeKind[]
  /** Whether all who have the same permissions are answered alike, so that one run does for them. */
  readonly isShared?: true
  /** Whether also what happens in Organizations concerns it that the caller does not belong to, yet. */
  readonly isFromAnywhere?: true
  /** After how long at the latest it is run again although nothing changed: what it shows is moved by time alone, too. */
  readonly againAfterMs?: number
}

/**
 * One entry of the registry: all that callers, documents, the runner and the authorization matrix know of an
 * operation. Nothing can be called that has no entry.
 */
export interface Operation {
  /** What it is called by; no two are called alike. */
  readonly name: string
  readonly subject: Subject
  readonly summary: string
  readonly description?: string
  readonly audiences: readonly Audience[]
  /** The kinds of key that may have it in their allowlist. */
  readonly keyKinds: readonly KeyKind[]
  readonly tenant: TenantBy
  /** What the caller must be allowed in the tenant; undefined: being signed in, or a member, is enough. */
  readonly permission: Permission | AdminPermission | undefined
  readonly mutation: boolean
  /** The strongest of what it may do: `reads` exactly where it is no mutation. */
  readonly effect: Effect
  /** Whether it may be done for an Organization that is suspended: to read, to give up, and to ask for help always may. */
  readonly whileSuspended: boolean
  readonly controls: readonly Control[]
  /**
   * Whether people must have confirmed the second factor lately to do it without an Agent: super admins always, others if they
   * have one
   * (docs/promises#dangerous-operations).
   */
  readonly stepUp?: true
  /** What it may be refused for beyond what follows from its tenant, its permission, and its changing something. */
  readonly refusals?: readonly RefusalTag[]
  /** Why a super admin may do it without a fresh second factor; every mutation at the console has this or `stepUp`. */
  readonly noStepUp?: string
  /** The quotas that bound what it creates; an operation whose effect is `adds` has at least one (docs/contract#quotas). */
  readonly quotas?: readonly QuotaName[]
  /** Of a reading that can be subscribed to: how it is kept true. */
  readonly live?: LiveReading
  readonly request: ShapeField
  readonly result: ShapeField
}

/** What an entry says beside its name and its subject. */
type EntryParts = Omit<Operation, 'name' | 'subject'>

/**
 * The entry of the operation with this name, about this subject; it keeps the exact types of its codecs, by which its implementation is
 * typed. A part that no entry has does not compile.
 */
export const entryOf = <const S extends Subject, const N extends string, const T extends EntryParts>(
  subject: S,
  name: N,
  parts: T & { readonly [K in Exclude<keyof T, keyof EntryParts>]: never },
): T & { readonly name: N; readonly subject: S } => ({ ...parts, name, subject })
