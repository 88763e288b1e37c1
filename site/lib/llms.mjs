// llms.txt: the pages for programs that read documentation, with the addresses of their Markdown.
import { SIDEBAR } from '../sidebar.mjs'

const lineOf = ({ path, title, description }) =>
  `- [${title}](${path === '' ? 'index' : path}.md): ${description}`

/** The sections of the sidebar, then the generated pages as optional ones. */
export const llmsText = (pages, site) => {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const named = new Set(SIDEBAR.flatMap(({ pages: paths }) => paths))
  const others = pages.filter(
    ({ path, section }) => !named.has(path) && section !== 'Decisions' && section !== 'Source files',
  )
  return [
    `# ${site.product}`,
    `> ${byPath.get('').description}`,
    `Version ${site.version}. Each page is also available as Markdown: add \`.md\` to its address.`,
    ...SIDEBAR.map(
      ({ title, pages: paths }) =>
        `## ${title}\n\n${paths.map((path) => lineOf(byPath.get(path))).join('\n')}`,
    ),
    `## Optional\n\n${others.map(lineOf).join('\n')}`,
    '',
  ].join('\n\n')
}
