import { signal } from '@preact/signals'
import type { PickedRecord } from '../../parts/record-picker.js'
import { may } from './access.js'
import { client } from '../../state/connection.js'

/** The names of records that were looked up, by identifier. */
const known = signal<ReadonlyMap<string, string>>(new Map())
const requested = new Set<string>()

const learn = (names: readonly (readonly [string, string])[]): void => {
  known.value = new Map([...known.value, ...names])
}

const askCustomer = async (organizationId: string): Promise<void> => {
  const { displayName } = await client.readAgain('getSupportCustomer', { organizationId })
  learn([[organizationId, displayName]])
}

const askOrganization = async (organizationId: string): Promise<void> => {
  const { organization, apps, people = [] } = await client.readAgain('getOrganization', { organizationId })
  learn([
    [organizationId, organization.displayName],
    ...apps.map(({ appId, name }) => [appId, name] as const),
    ...people.map(({ userId, displayName }) => [userId, displayName] as const),
  ])
}

const askAccounts = async (): Promise<void> => {
  const { providerAccounts } = await client.readAgain('listProviderAccounts', {})
  learn(providerAccounts.map(({ providerAccountId, name }) => [providerAccountId, name] as const))
}

const once = (key: string, ask: () => Promise<void>): void => {
  if (requested.has(key)) return
  requested.add(key)
  ask().catch(() => requested.delete(key))
}

/** The name of an organization, once it is loaded and if the reader may see it. */
export const organizationName = (organizationId: string): string | undefined => {
  if (may('admin.organizations')) once(organizationId, () => askOrganization(organizationId))
  else if (may('admin.support')) once(organizationId, () => askCustomer(organizationId))
  return known.value.get(organizationId)
}

/** The name of an app of an Organization. */
export const appName = (organizationId: string, appId: string): string | undefined => {
  organizationName(organizationId)
  return known.value.get(appId)
}

/** The name of a customer's user. `null` if the action concerned no organization. */
export const memberName = (organizationId: string | null, userId: string): string | undefined => {
  if (organizationId !== null) organizationName(organizationId)
  return known.value.get(userId)
}

const askApp = async (appId: string): Promise<void> => {
  const { apps } = await client.readAgain('findApps', { text: appId, limit: 1 })
  learn(apps.map(({ appId: found, name }) => [found, name] as const))
}

/** The name of an app of any organization. */
export const nameOfApp = (appId: string): string | undefined => {
  if (!known.value.has(appId) && may('admin.organizations')) once(appId, () => askApp(appId))
  return known.value.get(appId)
}

const askTemplate = async (templateId: string): Promise<void> => {
  const { draft } = await client.readAgain('getTemplateReview', { draftId: templateId })
  learn([[templateId, draft.name]])
}

/** The name of a template, for people who may review templates. */
export const templateName = (templateId: string): string | undefined => {
  if (may('admin.templates.review')) once(templateId, () => askTemplate(templateId))
  return known.value.get(templateId)
}

const askKeys = async (): Promise<void> => {
  const { agentKeys } = await client.readAgain('listAgentKeys', { limit: 100 })
  learn(agentKeys.map(({ agentKeyId, label }) => [agentKeyId, label] as const))
}

/** The label of an Agent key, if it is among the newest. */
export const keyName = (agentKeyId: string): string | undefined => {
  if (may('admin.agentKeys')) once('keys', askKeys)
  return known.value.get(agentKeyId)
}

/** Stores the names of found records. */
export const rememberNames = (records: readonly PickedRecord[]): void =>
  learn(records.map(({ id, name }) => [id, name] as const))

/** The name of a provider account. */
export const providerAccountName = (providerAccountId: string): string | undefined => {
  if (may('admin.providers')) once('accounts', askAccounts)
  return known.value.get(providerAccountId)
}

const askPeople = async (): Promise<void> => {
  const { superAdmins } = await client.readAgain('listSuperAdmins', {})
  learn(superAdmins.map(({ userId, displayName }) => [userId, displayName] as const))
}

/** The name of a super admin. */
export const personName = (userId: string): string | undefined => {
  if (may('admin.users')) once('people', askPeople)
  return known.value.get(userId)
}
