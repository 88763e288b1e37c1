import type { Channel } from '../../channels/channels.js'
import type { Lane } from '../../kernel/messages/lane.js'
import type { Suppression, SuppressionScope, SuppressionSource } from './suppression.js'

/** The classes of messages that each scope covers. Each scope has the classes of the narrower ones. */
const COVERED_CLASSES = {
  all: ['otp', 'transactional', 'promotional'],
  except_otp: ['transactional', 'promotional'],
  promotional: ['promotional'],
} as const satisfies Readonly<Record<SuppressionScope, readonly Lane[]>>

/** Whether a suppression with this scope stops messages of the class. */
export const coversClass = (scope: SuppressionScope, lane: Lane): boolean =>
  COVERED_CLASSES[scope].some((covered) => covered === lane)

/** Whether the first scope covers everything that the second one does. */
export const coversScope = (scope: SuppressionScope, other: SuppressionScope): boolean =>
  COVERED_CLASSES[scope].length >= COVERED_CLASSES[other].length

/**
 * The class of the confirmation of an opt-out, the one message that it doesn't stop
 * (docs/api/consent#classes-that-an-opt-out-covers).
 */
export const CONFIRMATION_CLASS = 'transactional' satisfies Lane

/** The effect of an opt-out, and the channels on which it can occur. */
interface OptOutRule extends Pick<Suppression, 'source' | 'scope'> {
  readonly channels: readonly Channel[]
}

/**
 * What each opt-out or block stops (docs/api/consent#classes-that-an-opt-out-covers), in every country: carriers of the
 * country code +1 require that a STOP stops OTPs too, so it does everywhere.
 */
export const OPT_OUT_POLICY = {
  /** The recipient writes an opt-out keyword to a sender. */
  stop: { source: 'opt_out', channels: ['sms', 'whatsapp'], scope: 'all' },
  /** The recipient chooses in WhatsApp to get no promotions. */
  stop_promotions: { source: 'opt_out', channels: ['whatsapp'], scope: 'promotional' },
  /** The recipient uses the unsubscribe link of an email. */
  unsubscribe: { source: 'opt_out', channels: ['email'], scope: 'promotional' },
  /** The provider reports an opt-out. */
  opt_out: { source: 'opt_out', channels: ['sms'], scope: 'all' },
  /** The provider reports an opt-out from promotional messages. */
  marketing_opt_out: { source: 'opt_out', channels: ['whatsapp'], scope: 'promotional' },
  /** A mail server knows no such address. */
  bounce: { source: 'bounce', channels: ['email'], scope: 'all' },
  /** The recipient marks an email as spam; people who ask for an OTP want it. */
  complaint: { source: 'complaint', channels: ['email'], scope: 'except_otp' },
  /** The carrier blocks the recipient; registers such as India's DND let other messages pass. */
  blocked: { source: 'blocked', channels: ['sms', 'whatsapp'], scope: 'promotional' },
} as const satisfies Readonly<Record<string, OptOutRule>>

/** The widest scope that a suppression of the source can have; support can suppress everything. */
export const widestScope = (source: SuppressionSource): SuppressionScope =>
  Object.values<OptOutRule>(OPT_OUT_POLICY)
    .filter((rule) => rule.source === source)
    .map(({ scope }) => scope)
    .reduce<SuppressionScope | undefined>(
      (widest, scope) => (widest === undefined || coversScope(scope, widest) ? scope : widest),
      undefined,
    ) ?? 'all'
