import { DAY_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'

/** A national or industry registration of senders. Postrider records it and doesn't file it. */
interface RegulationFacts {
  readonly label: string
  /** ISO 3166-1 alpha-2; undefined: each registration names its own. */
  readonly country: string | undefined
  /** The kinds of senders that it registers. */
  readonly kinds: readonly string[]
  /** Whether a registration belongs to a registered brand, so that an approved one needs the brand's ID. */
  readonly hasBrand: boolean
}

const ANY_NUMBER = ['long_code', 'short_code', 'toll_free']

/** The known registrations of senders (docs/api/senders#sender-registrations). DLT registers texts, not senders. */
export const REGULATIONS = {
  us_10dlc: { label: '10DLC campaign', country: 'US', kinds: ['long_code'], hasBrand: true },
  us_toll_free: { label: 'toll-free verification', country: 'US', kinds: ['toll_free'], hasBrand: false },
  au_sender_register: {
    label: 'SMS Sender ID Register',
    country: 'AU',
    kinds: ['alphanumeric'],
    hasBrand: false,
  },
  sg_ssir: {
    label: 'SMS Sender ID Registry (SSIR)',
    country: 'SG',
    kinds: ['alphanumeric'],
    hasBrand: false,
  },
  uk_sender_registry: {
    label: 'SMS SenderID Protection Registry',
    country: 'GB',
    kinds: ['alphanumeric'],
    hasBrand: false,
  },
  other: {
    label: 'national registration',
    country: undefined,
    kinds: ['alphanumeric', ...ANY_NUMBER],
    hasBrand: false,
  },
} as const satisfies Readonly<Record<string, RegulationFacts>>

export type Regulation = keyof typeof REGULATIONS

export const REGULATION_NAMES = Object.keys(REGULATIONS) as readonly Regulation[]

export const REGISTRATION_STATUSES = ['submitted', 'approved', 'rejected', 'withdrawn'] as const

/** A sender's registration, as a super admin recorded it. */
export interface SenderRegistration {
  readonly regulation: Regulation
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly status: (typeof REGISTRATION_STATUSES)[number]
  /** Its ID at the register: the campaign, the verification, the entry. */
  readonly registrationId: string
  /** The ID of the registered brand that it belongs to. */
  readonly brandId?: string
  /** Where the proof is: a ticket, the name of a document, a link. */
  readonly evidence?: string
  /** Days in UTC, for example `2026-11-29`. */
  readonly submittedOn?: string
  readonly decidedOn?: string
  /** The last day on which it is valid. */
  readonly expiresOn?: string
  readonly recordedAtMs: EpochMs
}

/** Whether a registration permits sends now. */
export const isInForce = ({ status, expiresOn }: SenderRegistration, nowMs: EpochMs): boolean =>
  status === 'approved' && (expiresOn === undefined || nowMs < Date.parse(expiresOn) + DAY_MS)
