import type { Permission } from '@postrider/core/identity/domain/people/roles'
import { type ScreenEntry } from '../shell/screen-entry.js'
import { WEBSITE_TEXTS } from './shell/website-texts.js'
import { mayHere } from './state/access.js'

const { screens: names } = WEBSITE_TEXTS

/** A screen of the website and its permission. Without a permission, everyone who is signed in sees it. */
interface WebsiteScreen extends ScreenEntry {
  readonly permission?: Permission
}

const SCREENS: readonly WebsiteScreen[] = [
  {
    path: '/',
    label: names.start,
    icon: 'overview',
    group: 'start',
    load: async () => (await import('./start/start-screen.js')).StartScreen,
  },
  {
    path: '/apps',
    label: names.apps,
    icon: 'apps',
    group: 'send',
    load: async () => (await import('./apps/apps-screen.js')).AppsScreen,
  },
  {
    path: '/credentials',
    label: names.credentials,
    icon: 'credentials',
    group: 'send',
    permission: 'credentials.manage',
    load: async () => (await import('./credentials/credentials-screen.js')).CredentialsScreen,
  },
  {
    path: '/templates',
    label: names.templates,
    icon: 'templates',
    group: 'send',
    permission: 'templates.manage',
    load: async () => (await import('./templates/templates-screen.js')).OwnTemplatesScreen,
  },
  {
    path: '/messages',
    label: names.messages,
    icon: 'messages',
    group: 'send',
    permission: 'messages.read',
    load: async () => (await import('./messages/messages-screen.js')).OwnMessagesScreen,
  },
  {
    path: '/webhooks',
    label: names.webhooks,
    icon: 'providers',
    group: 'send',
    permission: 'apps.manage',
    load: async () => (await import('./webhooks/webhooks-screen.js')).WebhooksScreen,
  },
  {
    path: '/billing',
    label: names.billing,
    icon: 'billing',
    group: 'money',
    permission: 'billing.read',
    load: async () => (await import('./billing/billing-screen.js')).BillingScreen,
  },
  {
    path: '/budgets',
    label: names.budgets,
    icon: 'reconciliation',
    group: 'money',
    permission: 'billing.read',
    load: async () => (await import('./budgets/budgets-screen.js')).BudgetsScreen,
  },
  {
    path: '/agent-keys',
    label: names.agentKeys,
    icon: 'agents',
    group: 'access',
    load: async () => (await import('./agent-keys/agent-keys-screen.js')).AgentKeysScreen,
  },
  {
    path: '/members',
    label: names.members,
    icon: 'people',
    group: 'access',
    load: async () => (await import('./members/members-screen.js')).MembersScreen,
  },
  {
    path: '/support',
    label: names.support,
    icon: 'support',
    group: 'access',
    permission: 'support.use',
    load: async () => (await import('./support/support-screen.js')).CustomerSupportScreen,
  },
  {
    path: '/me',
    label: names.myself,
    icon: 'self',
    group: 'self',
    load: async () => (await import('./myself/self-screen.js')).SelfScreen,
  },
]

/** The screens that the person may see in the shown organization, in order. */
export const screensHere = (): readonly ScreenEntry[] =>
  SCREENS.filter(({ permission }) => permission === undefined || mayHere(permission))
