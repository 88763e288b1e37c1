// A page for each kind of provider account: its channels, settings and secrets.
import { Fault } from '../lib/fault.mjs'
import { compiled, readText } from '../lib/repository.mjs'

/** The guides of docs/ for each kind. A new kind without one stops the build. */
const GUIDES = {
  sandbox: ['provider-sandbox'],
  smtp: ['provider-smtp', 'provider-amazon-ses'],
  'http-sms': [
    'provider-http-sms',
    'provider-twilio',
    'provider-kannel',
    'provider-msg91',
    'provider-exotel',
  ],
  smpp: ['provider-smpp'],
  whatsapp: ['provider-whatsapp'],
}

const SETTINGS = 'docs/provider-settings.md'

/** The sections of the generated settings page, by kind. */
const sectionsByKind = () => {
  const found = new Map()
  for (const part of readText(SETTINGS).split(/^## /m).slice(1)) {
    const kind = /Kind `([\w-]+)`/.exec(part)?.[1]
    const [heading, ...lines] = part.split('\n')
    found.set(kind, [...(found.get(kind) ?? []), { heading, text: lines.join('\n').trim() }])
  }
  return found
}

const titleOf = (path) => /^# (.+)$/m.exec(readText(`docs/${path}.md`))?.[1]

const pageOf = (kind, channels, sections) => ({
  path: `providers/${kind}`,
  title: `Provider kind ${kind}`,
  section: 'Provider kinds',
  description: `The settings and secrets of provider accounts of kind ${kind}.`,
  keywords: `provider account settings ${kind} ${GUIDES[kind].map(titleOf).join(' ')}`,
  linksFrom: SETTINGS,
  from: 'hosts/wiring/src/providers.ts',
  markdown: [
    `# Provider kind ${kind}`,
    `Provider accounts of kind \`${kind}\` carry ${channels.map((channel) => `\`${channel}\``).join(', ')}.`,
    `## Guides\n\n${GUIDES[kind].map((guide) => `- [${titleOf(guide)}](/${guide})`).join('\n')}`,
    ...sections.map(({ heading, text }) => `## ${heading}: settings\n\n${text}`),
    'See [providers](/providers) for how accounts, sender IDs and routes work.',
  ].join('\n\n'),
})

/** The page of each provider kind. */
export const providerPages = async () => {
  const { PROVIDERS, carriedBy } = await compiled('hosts/wiring/dist/providers.js')
  const sections = sectionsByKind()
  return PROVIDERS.map(({ kind }) => {
    if (GUIDES[kind] === undefined)
      throw new Fault(
        `The provider kind ${kind} has no guide. Add the page to GUIDES in site/registry/providers.mjs:\n  '${kind}': ['provider-${kind}'],`,
      )
    return pageOf(kind, carriedBy(kind), sections.get(kind) ?? [])
  })
}
