import type { HeldSender } from '@postrider/core/catalog/domain/held-sender'
import type { BlockedDestination } from '@postrider/core/catalog/domain/blocked-destination'
import type { ServerCredential } from '@postrider/core/tenancy/domain/credential'
import type { App, Brand, Organization, Project } from '@postrider/core/tenancy/domain/records'
import type { NumberPrefix } from '@postrider/core/channels/number-prefix'
import type { SenderRuleOverride } from '@postrider/core/tenancy/domain/senders/sender-rules'
import type {
  ChannelConfiguration,
  ProviderAccount,
} from '@postrider/core/tenancy/domain/service-configuration'
import type { TemplateVersion } from '@postrider/core/templates/domain/template'
import {
  aDigest,
  aFlag,
  aText,
  aTextOrNone,
  aValue,
  aValueOrNone,
  anId,
  anIdOrNone,
  anInteger,
  anIntegerOrNone,
} from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

export const organizations = recordTable<Organization>('organizations', {
  organizationId: anId('org', 'id'),
  displayName: aText('display_name'),
  legalName: aText('legal_name'),
  status: aText('status'),
  defaultCurrency: aText('default_currency'),
  entitledChannels: aValue('entitled_channels'),
  closedTestChannels: aValue('closed_test_channels'),
  requiresSecondFactor: aFlag('requires_second_factor'),
  createdAtMs: anInteger('created_at'),
  version: anInteger('version'),
})

export const brands = recordTable<Brand>('brands', {
  brandId: anId('brd', 'id'),
  organizationId: anId('org', 'organization_id'),
  name: aText('name'),
  createdAtMs: anInteger('created_at'),
})

export const projects = recordTable<Project>('projects', {
  projectId: anId('prj', 'id'),
  brandId: anId('brd', 'brand_id'),
  organizationId: anId('org', 'organization_id'),
  name: aText('name'),
  environment: aText('environment'),
  createdAtMs: anInteger('created_at'),
})

export const apps = recordTable<App>('apps', {
  appId: anId('app', 'id'),
  projectId: anId('prj', 'project_id'),
  brandId: anId('brd', 'brand_id'),
  organizationId: anId('org', 'organization_id'),
  name: aText('name'),
  platform: aText('platform'),
  environment: aText('environment'),
  status: aText('status'),
  restrictions: aValue('restrictions'),
  legacySenderId: aTextOrNone('legacy_sender_id'),
  keywordReplies: aValue('keyword_replies'),
  languages: aValueOrNone('languages'),
  createdAtMs: anInteger('created_at'),
  disabledAtMs: anIntegerOrNone('disabled_at'),
  version: anInteger('version'),
})

export const credentials = recordTable<ServerCredential>('server_credentials', {
  credentialId: anId('crd', 'id'),
  organizationId: anId('org', 'organization_id'),
  brandId: anId('brd', 'brand_id'),
  projectId: anId('prj', 'project_id'),
  appId: anId('app', 'app_id'),
  environment: aText('environment'),
  selector: aText('selector'),
  verifier: aDigest('verifier'),
  actions: aValue('actions'),
  channels: aValue('channels'),
  label: aText('label'),
  createdAtMs: anInteger('created_at'),
  expiresAtMs: anInteger('expires_at'),
  revokedAtMs: anIntegerOrNone('revoked_at'),
  createdBy: anIdOrNone('usr', 'created_by'),
  createdByKey: anIdOrNone('agk', 'created_by_key'),
})

export const configurations = recordTable<ChannelConfiguration>('channel_configurations', {
  appId: anId('app', 'app_id'),
  channel: aText('channel'),
  organizationId: anId('org', 'organization_id'),
  senders: aValue('senders'),
  providerAccountIds: aValue('provider_account_ids'),
  routing: aValueOrNone('routing'),
  version: anInteger('version'),
})

export const providerAccounts = recordTable<ProviderAccount>('provider_accounts', {
  providerAccountId: anId('pac', 'id'),
  kind: aText('kind'),
  name: aText('name'),
  channels: aValue('channels'),
  status: aText('status'),
  settings: aValue('settings'),
  sealedSecrets: aText('sealed_secrets'),
  maxConcurrent: anInteger('max_concurrent'),
  ratePerSecond: anIntegerOrNone('rate_per_second'),
  timeoutMs: anInteger('timeout_ms'),
  createdAtMs: anInteger('created_at'),
  version: anInteger('version'),
})

export const templates = recordTable<TemplateVersion>('template_versions', {
  templateVersionId: anId('tpv', 'id'),
  templateId: anId('tpl', 'template_id'),
  organizationId: anId('org', 'organization_id'),
  name: aText('name'),
  category: aText('category'),
  language: aText('language'),
  variantOf: anIdOrNone('tpl', 'variant_of'),
  content: aValue('content'),
  variables: aValue('variables'),
  status: aText('status'),
  isForSandbox: aFlag('for_sandbox'),
})

export const heldSenders = recordTable<HeldSender>('held_senders', {
  inboundId: anId('inb', 'id'),
  providerAccountId: anId('pac', 'provider_account_id'),
  sender: aText('sender'),
  createdAtMs: anInteger('created_at'),
})

export const blockedDestinations = recordTable<BlockedDestination>('blocked_destinations', {
  prefix: aText('prefix'),
  createdAtMs: anInteger('created_at'),
})

export const senderRules = recordTable<SenderRuleOverride>('sender_rules', {
  country: aText('country'),
  kind: aText('kind'),
  verdict: aText('verdict'),
  createdAtMs: anInteger('created_at'),
})

export const numberPrefixes = recordTable<NumberPrefix>('number_prefixes', {
  prefix: aText('prefix'),
  country: aText('country'),
  minDigits: anInteger('min_digits'),
  maxDigits: anInteger('max_digits'),
  reason: aText('reason'),
  createdAtMs: anInteger('created_at'),
})
