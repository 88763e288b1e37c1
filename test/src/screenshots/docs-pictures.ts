import type { DemoSite } from './demo-sites.js'

/** A picture of a guide: a screen of the demo, and what a person has done on it. */
export interface DocsPicture {
  /** Its name in `docs/pictures`, without the ending. */
  readonly name: string
  readonly site: DemoSite['word']
  readonly path: string
  /** Whether the first record of the list is open. */
  readonly isRecord?: true
  /** The texts for fields, by their labels. */
  readonly filled?: Readonly<Record<string, string>>
  /** The button or link that is pressed last. */
  readonly pressed?: string
  /** The part that is shown, as a selector; the whole window if omitted. */
  readonly part?: string
}

/** The maximum size of a picture, because a guide has many. */
export const MOST_DOCS_BYTES = 60_000

/** The README's pictures, by their sources. */
export const README_PICTURES: Readonly<Record<string, string>> = {
  'overview.png': 'console/light/overview.png',
  'website.png': 'website/light/start.png',
}

const DIALOG = 'dialog[open]'

const OF_WEBSITE: ReadonlyArray<Omit<DocsPicture, 'site'>> = [
  { name: 'website-members', path: '/members' },
  { name: 'website-invite', path: '/members', pressed: 'Invite a member…', part: DIALOG },
  { name: 'website-billing', path: '/billing' },
  { name: 'website-credit', path: '/billing', pressed: 'Request credit…', part: DIALOG },
  { name: 'website-low-balance', path: '/billing', pressed: 'Low balance email…', part: DIALOG },
  { name: 'website-app', path: '/apps', pressed: 'Register an app…', part: DIALOG },
  {
    name: 'website-template',
    path: '/templates/new',
    filled: {
      Name: 'Order shipped',
      Text: 'Hello {{name}}, your order {{order}} is on its way. Questions? Reply to this message.',
    },
  },
  { name: 'website-messages', path: '/messages' },
  { name: 'website-failed', path: '/messages?state=FAILED', isRecord: true },
  { name: 'website-failures', path: '/messages/failures' },
  { name: 'website-opt-outs', path: '/messages/opt-outs' },
  { name: 'website-consents', path: '/messages/consents' },
  { name: 'website-consent', path: '/messages/consents', pressed: 'Record consent…', part: DIALOG },
  { name: 'website-webhooks', path: '/webhooks', isRecord: true },
  { name: 'website-webhook', path: '/webhooks', pressed: 'New endpoint…', part: DIALOG },
  { name: 'website-budget', path: '/budgets', pressed: 'Set a budget…', part: DIALOG },
]

const OF_CONSOLE: ReadonlyArray<Omit<DocsPicture, 'site'>> = [
  { name: 'console-overview', path: '/' },
  { name: 'console-message', path: '/messages?state=DELIVERED', isRecord: true },
  { name: 'console-templates', path: '/templates', isRecord: true },
  { name: 'console-approvals', path: '/approvals', isRecord: true },
  { name: 'console-organization', path: '/organizations', isRecord: true },
  { name: 'console-providers', path: '/providers' },
  { name: 'console-stops', path: '/switches' },
  { name: 'console-reconciliation', path: '/reconciliation' },
  { name: 'console-support', path: '/support', isRecord: true },
  { name: 'console-audit', path: '/audit' },
]

/** The pictures of the guides. */
export const DOCS_PICTURES: readonly DocsPicture[] = [
  ...OF_WEBSITE.map((picture) => ({ ...picture, site: 'website' as const })),
  ...OF_CONSOLE.map((picture) => ({ ...picture, site: 'console' as const })),
]
