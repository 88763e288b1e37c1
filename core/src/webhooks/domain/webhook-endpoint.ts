import type { AppId, EndpointId, OrganizationId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { EventType } from '../../feed/domain/event-note.js'
import type { Environment } from '../../tenancy/domain/records.js'

/** The order in which an endpoint gets events: in the order of each message, or one at a time in sequence. */
export const WEBHOOK_ORDERINGS = ['message', 'strict'] as const

export type WebhookOrdering = (typeof WEBHOOK_ORDERINGS)[number]

/** Why an endpoint gets no events: a person disabled it, it responded with 410, or it failed for five days. */
export type DisabledBecause = 'person' | 'gone' | 'failing'

/** What owners get an email about: it will be disabled in a day, or it was disabled. */
export type WebhookNotice = 'failing' | 'disabled'

/** What an endpoint's attempts showed. */
export interface EndpointHealth {
  /** The number of attempts that failed in a row. */
  readonly failures: number
  /** When the first of these failed; undefined: the last attempt succeeded, or there was none. */
  readonly failingSinceMs: EpochMs | undefined
  /** No attempt is made before this time. */
  readonly pausedUntilMs: EpochMs
  /** Whether the owners were warned that the endpoint will be disabled. */
  readonly isWarned: boolean
}

/** An address that gets an app's events (docs/api/webhooks). */
export interface WebhookEndpoint extends EndpointHealth {
  readonly endpointId: EndpointId
  readonly organizationId: OrganizationId
  readonly appId: AppId
  readonly environment: Environment
  readonly url: string
  readonly description: string
  /** Undefined: all types. */
  readonly types: readonly EventType[] | undefined
  readonly ordering: WebhookOrdering
  /** Whether events have the recipient of their message. */
  readonly includesRecipient: boolean
  /**
   * The secret (`whsec_…`) and the private key if it has one, sealed together by the key ring; empty for the event
   * receiver, whose secrets are settings.
   */
  readonly sealedSecret: string
  /** The public key (`whpk_…`) of the private key; undefined: only the secret signs. */
  readonly publicKey: string | undefined
  /** The keys that signed before the last rotation, sealed together, and when they stop; undefined: there are none. */
  readonly previousSecret: { readonly sealed: string; readonly endsAtMs: EpochMs } | undefined
  readonly disabledBecause: DisabledBecause | undefined
  readonly disabledAtMs: EpochMs | undefined
  /** Every event up to here was delivered, isn't wanted, or waits for a retry. */
  readonly deliveredTo: number
  /** What the owners have to be told by email, and haven't been yet. */
  readonly notice: WebhookNotice | undefined
  readonly createdAtMs: EpochMs
  readonly version: number
}

/** The health of an endpoint without attempts. */
export const NO_ATTEMPTS: EndpointHealth = {
  failures: 0,
  failingSinceMs: undefined,
  pausedUntilMs: 0,
  isWarned: false,
}

/** The sealed secrets that sign now: the present one, and the previous one during a rotation. */
export const signingSecrets = (
  { sealedSecret, previousSecret }: Pick<WebhookEndpoint, 'sealedSecret' | 'previousSecret'>,
  nowMs: EpochMs,
): readonly string[] =>
  previousSecret !== undefined && nowMs < previousSecret.endsAtMs
    ? [sealedSecret, previousSecret.sealed]
    : [sealedSecret]

/** The host of a URL that was checked, for the audit log: paths can have secrets. */
export const hostOfUrl = (url: string): string => /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? ''
