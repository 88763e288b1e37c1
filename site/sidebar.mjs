// The sections of the site, for each kind of reader, and the files outside docs/ that are pages too. A page
// of docs/ that isn't here stops the build. Guides to providers are in the table of docs/providers instead.
import { PROVIDER_GUIDES } from './lib/provider-guides.mjs'

/** The files outside docs/ that have a page, with its path. */
export const OTHER_PAGES = {
  'README.md': 'about',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'ARCHITECTURE.md': 'architecture',
  'GLOSSARY.md': 'glossary',
  'SECURITY.md': 'security',
  'CODE_OF_CONDUCT.md': 'code-of-conduct',
}

/** The sections with the paths of their pages, in the order in which they are read. */
export const SIDEBAR = [
  {
    title: 'Start',
    pages: [
      '',
      'quick-start',
      'tutorial-first-sms',
      'tutorial-otp-login',
      'tutorial-receive-events',
      'tutorial-one-machine',
      'about',
      'comparison',
      'changelog',
    ],
  },
  {
    title: 'Send messages',
    pages: [
      'contract',
      'clients',
      'api/conventions',
      'api/sending',
      'api/otp',
      'api/delivery',
      'api/events',
      'api/webhooks',
      'api/limits',
      'api/sandbox',
      'api/templates',
      'api/senders',
      'api/consent',
      'api/erasure',
      'api/money',
      'developers-command',
      'mcp',
      'troubleshooting',
    ],
  },
  {
    title: 'Reference',
    pages: [
      'reference',
      'errors',
      'events',
      'quotas',
      'settings',
      'metrics',
      'alerts',
      'provider-settings',
      'commands',
      'reference/admin',
      'reference/socket',
    ],
  },
  {
    title: 'Website',
    pages: ['website-guide', 'website', 'api/sign-in', 'api/access', 'api/operations', 'api/support'],
  },
  {
    title: 'Administer',
    pages: ['console-guide', 'console', 'everyday-tasks', 'first-app', 'api/admin'],
  },
  {
    title: 'Operate',
    pages: [
      'operating',
      'production-checklist',
      'deploying',
      'kubernetes',
      'databases-and-brokers',
      'hardening',
      'keys',
      'backup-and-restore',
      'upgrading',
      'sizing',
      'monitoring',
      'event-receiver',
      'retention',
      'api/running',
    ],
  },
  {
    title: 'Providers',
    pages: ['providers', ...PROVIDER_GUIDES.map(({ page }) => page)],
  },
  { title: 'Embed', pages: ['embedding'] },
  {
    title: 'Contribute',
    pages: [
      'contributing',
      'architecture',
      'glossary',
      'decisions',
      'promises',
      'benchmarks',
      'api/sockets',
      'security',
      'code-of-conduct',
    ],
  },
]

/** Titles that are shorter in the sidebar than on the page. */
export const SHORT_TITLES = {
  '': 'Overview',
  about: 'About Postrider',
  'provider-settings': 'Provider settings',
  reference: 'API operations',
  'reference/admin': 'Admin operations',
  'reference/socket': 'Socket (AsyncAPI)',
  'api/admin': 'How admin operations work',
  contract: 'API overview',
}
