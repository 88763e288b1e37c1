// A page for each kind of provider account: its channels, settings and secrets.
import { Fault } from '../lib/fault.mjs'
import { PROVIDER_GUIDES } from '../lib/provider-guides.mjs'
import { compiled, readText } from '../lib/repository.mjs'

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

const pageOf = (kind, guides, channels, sections) => ({
  path: `providers/${kind}`,
  title: `Provider kind ${kind}`,
  section: 'Provider kinds',
  description: `The settings and secrets of provider accounts of kind ${kind}.`,
  keywords: `provider account settings ${kind} ${guides.map(titleOf).join(' ')}`,
  linksFrom: SETTINGS,
  from: 'hosts/wiring/src/providers.ts',
  markdown: [
    `# Provider kind ${kind}`,
    `Provider accounts of kind \`${kind}\` carry ${channels.map((channel) => `\`${channel}\``).join(', ')}.`,
    `## Guides\n\n${guides.map((guide) => `- [${titleOf(guide)}](/${guide})`).join('\n')}`,
    ...sections.map(({ heading, text }) => `## ${heading}: settings\n\n${text}`),
    'See [providers](/providers) for how accounts, sender IDs and routes work.',
  ].join('\n\n'),
})

/** The page of each provider kind. */
export const providerPages = async () => {
  const { PROVIDERS, carriedBy } = await compiled('hosts/wiring/dist/providers.js')
  const sections = sectionsByKind()
  return PROVIDERS.map(({ kind }) => {
    const guides = PROVIDER_GUIDES.filter((one) => one.kind === kind).map(({ page }) => page)
    if (guides.length === 0)
      throw new Fault(
        `The provider kind ${kind} has no guide. Add it to the table in docs/providers.md:\n  | [NAME](provider-${kind}.md) | \`${kind}\` | CHANNEL |`,
      )
    return pageOf(kind, guides, carriedBy(kind), sections.get(kind) ?? [])
  })
}
