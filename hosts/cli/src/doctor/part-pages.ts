import { publicUrlOf, type Settings } from '@postrider/wiring/settings'

/** The parts of an installation that the doctor checks, with their page of the documentation. */
export const PART_PAGES = {
  settings: 'settings',
  console: 'deploying#containers',
  website: 'deploying#containers',
  mcp: 'mcp#hosts-and-origins',
  workers: 'deploying#workers',
  'master key': 'keys',
  data: 'backup-and-restore#data-to-back-up',
  process: 'troubleshooting#the-installation',
  queue: 'alerts#the-queue-is-down',
  mail: 'alerts#emails-wait',
  storage: 'alerts#the-database-fails',
  migrations: 'upgrading',
  durability: 'databases-and-brokers#required-settings',
  restore: 'backup-and-restore#restore',
  clock: 'alerts#clock-offset',
  keys: 'keys',
  feed: 'alerts#the-feed-is-behind',
  webhooks: 'api/webhooks',
  'event receiver': 'event-receiver',
  'ticket search': 'everyday-tasks#reply-to-a-customer',
  retention: 'retention',
  admins: 'console#sign-in',
  sandbox: 'api/sandbox',
  providers: 'alerts#a-provider-account-is-down',
  templates: 'api/templates#html-in-templates',
  bounces: 'provider-smtp#bounces',
  domains: 'provider-smtp#sign-emails-with-dkim',
  invariants: 'alerts#ledger-drift',
} as const

/** A part of an installation that the doctor checks. */
export type CheckedPart = keyof typeof PART_PAGES

/**
 * The address of the page about a part. If the settings can't be read or the documentation is turned off, it
 * is the file in the repository.
 */
export const partPage = (part: CheckedPart, settings: Settings | undefined): string => {
  const page = PART_PAGES[part]
  if (settings?.docs === true) return `${publicUrlOf(settings)}/docs/${page}`
  const [file = '', anchor] = page.split('#')
  return `docs/${file}.md${anchor === undefined ? '' : `#${anchor}`}`
}
