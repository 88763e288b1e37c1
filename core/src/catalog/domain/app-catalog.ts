import type { HeldSender } from './held-sender.js'
import type { Budget } from '../../ledger/domain/budgets/budget.js'
import type { Channel } from '../../channels/channels.js'
import type { ProviderAccountId } from '../../kernel/ids/id.js'
import type { KeyId } from '../../kernel/ids/key-id.js'
import type { PriceVersion } from '../../ledger/domain/pricing/price-version.js'
import type { SenderRuleOverride } from '../../tenancy/domain/senders/sender-rules.js'
import type { App, Organization, Project } from '../../tenancy/domain/records.js'
import type { ChannelConfiguration, ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import type { TemplateVersion } from '../../templates/domain/template.js'

/** Everything that accepting and sending for one app depends on, as of one epoch. */
export interface AppCatalog {
  /** Increases by one with every change of a catalog record; see the port CatalogStorage. */
  readonly epoch: number
  /** The sealing key of the installation as of the epoch; undefined: none is set yet. */
  readonly sealingKey: KeyId | undefined
  readonly organization: Organization
  readonly project: Project
  readonly app: App
  readonly configurations: ReadonlyMap<Channel, ChannelConfiguration>
  /** The Organization's templates by templateId, the newest version of each. */
  readonly templates: ReadonlyMap<string, TemplateVersion>
  /** List prices and the Organization's own prices, in its default currency. */
  readonly prices: readonly PriceVersion[]
  /** The accounts that the configurations use, by id; secrets stay sealed. */
  readonly providerAccounts: ReadonlyMap<string, ProviderAccount>
  /** The accounts, of all, that are down or refused, for every process that has them open. */
  readonly unreadyAccounts: ReadonlySet<ProviderAccountId>
  /** The Organization's budgets. */
  readonly budgets: readonly Budget[]
  /** Blocked number prefixes with `+`: a super admin has stopped sending to them. */
  readonly blockedDestinations: readonly string[]
  /** Super admins' rules for senders by country, which replace built-in ones. */
  readonly senderRules: readonly SenderRuleOverride[]
  /** Senders, of all, whose promotional messages wait for a decision about an opt-out. */
  readonly heldSenders: readonly HeldSender[]
  /** Whether the Organization suppresses any recipient; if not, no lookup is needed. */
  readonly hasSuppressions: boolean
}

/** Whether a send has to be compared with the suppressions or the opt-ins of its recipient. */
export const looksUpRecipients = ({ hasSuppressions, app }: AppCatalog): boolean =>
  hasSuppressions || app.restrictions.consentRequired === true
