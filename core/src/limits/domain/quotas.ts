import { countText } from '../../kernel/numbers/count-text.js'
import { type Refusal, refusalSaying } from '../../kernel/refusals/refusal.js'
import { DAY_MS, HOUR_MS } from '../../kernel/time/epoch-ms.js'

/** The most things that may exist, or actions that may happen within a time (docs/api/limits#quotas). */
export interface Quota {
  /** The greatest number at once, or within `windowMs`. */
  readonly most: number
  /** The things that are counted, as a plural noun. */
  readonly counted: string
  /** The owner for whom they are counted, as a singular noun. */
  readonly per: string
  /**
   * The length of the window, which starts with its first use; undefined: the things that exist at once are
   * counted.
   */
  readonly windowMs?: number
  /** Whether `most` is a number of bytes. */
  readonly isBytes?: true
}

const GIB = 1024 ** 3

/** Quotas on records that exist at once. */
const STOCKS = {
  organizations: { most: 20, counted: 'Organizations', per: 'owner' },
  members: { most: 1_000, counted: 'members', per: 'Organization' },
  openInvitations: { most: 100, counted: 'open invitations', per: 'Organization' },
  agentKeys: { most: 100, counted: 'live Agent keys', per: 'Organization' },
  ownAgentKeys: { most: 100, counted: 'live bootstrap and admin keys', per: 'sponsor' },
  brands: { most: 100, counted: 'Brands', per: 'Organization' },
  projects: { most: 100, counted: 'Projects', per: 'Brand' },
  apps: { most: 100, counted: 'apps', per: 'Project' },
  credentials: { most: 100, counted: 'live server credentials', per: 'app' },
  webhookEndpoints: { most: 16, counted: 'webhook endpoints', per: 'app' },
  budgets: { most: 50, counted: 'budgets', per: 'Organization' },
  templates: { most: 1_000, counted: 'templates', per: 'Organization' },
  templateVersions: { most: 1_000, counted: 'versions', per: 'template' },
  starterTemplates: { most: 2, counted: 'starter templates', per: 'channel' },
  openChats: { most: 20, counted: 'open chats', per: 'Organization' },
  chatMessages: { most: 1_000, counted: 'messages', per: 'chat' },
  openTickets: { most: 100, counted: 'open tickets', per: 'Organization' },
  ticketReplies: { most: 1_000, counted: 'replies', per: 'ticket' },
  ticketFiles: { most: 20, counted: 'files', per: 'ticket' },
  announcedFiles: { most: 50, counted: 'announced files without a ticket', per: 'Organization' },
  fileBytes: { most: GIB, counted: 'files', per: 'Organization', isBytes: true },
  pendingApprovals: { most: 100, counted: 'pending approvals', per: 'super admin who proposes' },
} as const satisfies Record<string, Quota>

/** Quotas on actions within a time. */
const FLOWS = {
  emailsToAddressHourly: { most: 3, counted: 'requested emails', per: 'email address', windowMs: HOUR_MS },
  emailsToAddressDaily: { most: 10, counted: 'requested emails', per: 'email address', windowMs: DAY_MS },
  noticesToAddressHourly: { most: 3, counted: 'security notices', per: 'email address', windowMs: HOUR_MS },
  noticesToAddressDaily: { most: 10, counted: 'security notices', per: 'email address', windowMs: DAY_MS },
  blockNoticesDaily: {
    most: 1,
    counted: 'notices of blocked sign-ins',
    per: 'email address',
    windowMs: DAY_MS,
  },
  deviceNoticesDaily: {
    most: 10,
    counted: 'notices of new devices',
    per: 'email address',
    windowMs: DAY_MS,
  },
  balanceNoticesDaily: {
    most: 20,
    counted: 'notices of low balances',
    per: 'email address',
    windowMs: DAY_MS,
  },
  webhookNoticesDaily: {
    most: 20,
    counted: 'notices of failing webhook endpoints',
    per: 'email address',
    windowMs: DAY_MS,
  },
  emailsOfPerson: { most: 50, counted: 'invitation emails', per: 'person who invites', windowMs: DAY_MS },
  emailsOfOrganization: { most: 50, counted: 'invitation emails', per: 'Organization', windowMs: DAY_MS },
  revealedRecipients: { most: 20, counted: 'revealed recipients', per: 'super admin', windowMs: HOUR_MS },
  providerTests: { most: 10, counted: 'tests', per: 'provider account', windowMs: DAY_MS },
  testReplies: { most: 500, counted: 'replies to test messages', per: 'Organization', windowMs: DAY_MS },
  bulkPreviews: { most: 200, counted: 'bulk selections', per: 'super admin', windowMs: DAY_MS },
} as const satisfies Record<string, Quota>

/**
 * Every quota of the platform: use cases count by this table, and `docs/quotas` is generated from it
 * (docs/api/limits#quotas).
 */
export const QUOTAS = { ...STOCKS, ...FLOWS }

export type QuotaName = keyof typeof QUOTAS

/** A quota on actions within a time. */
export type FlowQuotaName = keyof typeof FLOWS

const amountOf = ({ most, isBytes }: Quota): string =>
  isBytes === true ? `${most / GIB} GiB of` : countText(most)

/** The quota as a phrase, for example `100 open tickets per Organization`. */
export const quotaPhrase = (quota: Quota): string => `${amountOf(quota)} ${quota.counted} per ${quota.per}`

/**
 * The refusal of another one when the quota is reached: Conflict, with a sentence that names the quota
 * (docs/api/limits#quotas).
 */
export const quotaReached = (name: keyof typeof STOCKS): Refusal =>
  refusalSaying('Conflict', `The limit is ${quotaPhrase(STOCKS[name])}.`)
