import type { ScreenEntry } from '../shell/screen-entry.js'
import { CONSOLE_TEXTS } from './shell/console-texts.js'
import { screenAllowed } from './state/screen-permissions.js'

const { screens: names } = CONSOLE_TEXTS

const SCREENS: readonly ScreenEntry[] = [
  {
    path: '/',
    label: names.overview,
    icon: 'overview',
    group: 'now',
    load: async () => (await import('./overview/overview-screen.js')).OverviewScreen,
  },
  {
    path: '/messages',
    label: names.messages,
    icon: 'messages',
    group: 'now',
    load: async () => (await import('./messages/messages-screen.js')).MessagesScreen,
  },
  {
    path: '/reconciliation',
    label: names.reconciliation,
    icon: 'reconciliation',
    group: 'now',
    load: async () => (await import('./reconciliation/reconciliation-screen.js')).ReconciliationScreen,
  },
  {
    path: '/templates',
    label: names.templates,
    icon: 'templates',
    group: 'decide',
    load: async () => (await import('./templates/templates-screen.js')).TemplatesScreen,
  },
  {
    path: '/approvals',
    label: names.approvals,
    icon: 'lock',
    group: 'decide',
    load: async () => (await import('./approvals/approvals-screen.js')).ApprovalsScreen,
  },
  {
    path: '/switches',
    label: names.switches,
    icon: 'stop',
    group: 'control',
    load: async () => (await import('./switches/switches-screen.js')).SwitchesScreen,
  },
  {
    path: '/providers',
    label: names.providers,
    icon: 'providers',
    group: 'control',
    load: async () => (await import('./providers/providers-screen.js')).ProvidersScreen,
  },
  {
    path: '/prices',
    label: names.prices,
    icon: 'prices',
    group: 'control',
    load: async () => (await import('./prices/prices-screen.js')).PricesScreen,
  },
  {
    path: '/organizations',
    label: names.organizations,
    icon: 'organizations',
    group: 'customers',
    load: async () => (await import('./organizations/organizations-screen.js')).OrganizationsScreen,
  },
  {
    path: '/support',
    label: names.support,
    icon: 'support',
    group: 'customers',
    load: async () => (await import('./support/support-screen.js')).SupportScreen,
  },
  {
    path: '/audit',
    label: names.audit,
    icon: 'audit',
    group: 'record',
    load: async () => (await import('./audit/audit-screen.js')).AuditScreen,
  },
  {
    path: '/people',
    label: names.people,
    icon: 'people',
    group: 'record',
    load: async () => (await import('./people/people-screen.js')).PeopleScreen,
  },
  {
    path: '/me',
    label: names.myself,
    icon: 'self',
    group: 'record',
    load: async () => (await import('./myself/myself-screen.js')).MyselfScreen,
  },
]

/** The screens that the person may see, in order. */
export const screensAllowed = (): readonly ScreenEntry[] => SCREENS.filter(({ path }) => screenAllowed(path))
