// The HTML around each page: header, sidebar, contents, footer. It works without JavaScript; the scripts add
// search, the theme switch, copy buttons and the form of the API reference.
import { SHORT_TITLES, SIDEBAR } from '../sidebar.mjs'
import { escapeHtml } from './html.mjs'
import { addressOf } from './links.mjs'

const shortTitle = (page) => SHORT_TITLES[page.path] ?? page.short ?? page.title

/** The sidebar entries to which generated pages belong. */
const PARENTS = [
  [/^errors\//, 'errors'],
  [/^events\//, 'events'],
  [/^alerts\//, 'alerts'],
  [/^settings\//, 'settings'],
  [/^metrics\//, 'metrics'],
  [/^providers\//, 'provider-settings'],
  [/^reference\/admin\//, 'reference/admin'],
  [/^reference\/(?!(admin|socket)$)/, 'reference'],
  [/^decisions\//, 'decisions'],
]

/** The path of the page above this one, or undefined. */
export const parentOf = (path) => PARENTS.find(([pattern]) => pattern.test(path))?.[1]

const isNear = (page, other) => {
  const parent = parentOf(page.path)
  return parent !== undefined && parentOf(other.path) === parent && other.group === page.group
}

const entryHtml = (page, current, root, inner = '') => {
  const isCurrent = page.path === current.path
  return `<li><a href="${addressOf(root, page.path)}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(shortTitle(page))}</a>${inner}</li>`
}

const sectionHtml = ({ title, pages: paths }, current, { byPath, pages }, root) => {
  const parent = parentOf(current.path) ?? current.path
  const isOpen = paths.includes(parent)
  const entries = paths.map((path) => {
    const page = byPath.get(path)
    const near = path === parent && path !== current.path ? pages.filter((one) => isNear(current, one)) : []
    const inner =
      near.length === 0 ? '' : `<ul>${near.map((one) => entryHtml(one, current, root)).join('')}</ul>`
    return entryHtml(page, current, root, inner)
  })
  return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${entries.join('')}</ul></details>`
}

const sidebarHtml = (current, site, root) =>
  `<nav id="pages" class="sidebar" aria-label="Pages">${SIDEBAR.map((section) => sectionHtml(section, current, site, root)).join('')}<a class="all" href="${root}all">All pages</a></nav>`

const crumbsHtml = (page, { byPath }, root) => {
  const parent = byPath.get(parentOf(page.path))
  const section = parent?.section ?? page.section
  const crumbs = [
    ...(section === undefined ? [] : [`<li>${escapeHtml(section)}</li>`]),
    ...(parent === undefined
      ? []
      : [`<li><a href="${addressOf(root, parent.path)}">${escapeHtml(shortTitle(parent))}</a></li>`]),
  ]
  return crumbs.length === 0 || page.path === ''
    ? ''
    : `<nav class="crumbs" aria-label="Breadcrumbs"><ol>${crumbs.join('')}</ol></nav>`
}

const contentsHtml = (headings) => {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3)
  if (shown.length < 2) return ''
  const entries = shown.map(
    ({ depth, id, text }) =>
      `<li class="level-${depth}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="contents" aria-labelledby="on-this-page"><p id="on-this-page">On this page</p><ul>${entries.join('')}</ul></nav>`
}

const FLOW = SIDEBAR.flatMap(({ pages }) => pages)

const neighborsHtml = (page, { byPath }, root) => {
  const index = FLOW.indexOf(page.path)
  if (index < 0) return ''
  const link = (path, rel, label) =>
    path === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${addressOf(root, path)}"><small>${label}</small>${escapeHtml(shortTitle(byPath.get(path)))}</a>`
  return `<nav class="neighbors" aria-label="Next pages">${link(FLOW[index - 1], 'prev', 'Previous')}${link(FLOW[index + 1], 'next', 'Next')}</nav>`
}

const originHtml = ({ source, from, path }, { editUrl }, root) => {
  const file = source ?? from
  if (file === undefined) return ''
  const parts = [
    source !== undefined && editUrl !== undefined
      ? `<a href="${escapeHtml(`${editUrl}/${source}`)}">Edit this page</a>`
      : undefined,
    from === undefined
      ? `Source: <code>${escapeHtml(file)}</code>`
      : `Generated from <code>${escapeHtml(from)}</code>`,
    `<a href="${root}${path === '' ? 'index' : path}.md">Markdown</a>`,
  ]
  return `<p class="origin">${parts.filter((part) => part !== undefined).join(' · ')}</p>`
}

const headHtml = (page, site, root) => {
  const title =
    page.path === '' ? `${site.product} documentation` : `${page.title} · ${site.product} documentation`
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.description)}">`,
    '<meta name="color-scheme" content="light dark">',
    `<link rel="icon" type="image/svg+xml" href="${root}assets/icon.svg">`,
    `<link rel="stylesheet" href="${root}assets/site.css">`,
    `<link rel="alternate" type="text/markdown" href="${root}${page.path === '' ? 'index' : page.path}.md">`,
    `<script src="${root}assets/theme.js"></script>`,
    `<script type="module" src="${root}assets/site.js"></script>`,
  ].join('\n')
}

const headerHtml = (site, root) =>
  [
    '<a class="skip" href="#content">Skip to content</a>',
    '<header class="top">',
    '<button type="button" class="menu" aria-controls="pages" aria-expanded="false" hidden>Menu</button>',
    `<a class="home" href="${root}"><svg aria-hidden="true" viewBox="0 0 24 24" width="22" height="22"><path fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" d="M3 5h18v14H3zM3 6l9 7 9-7"/></svg>${escapeHtml(site.product)} <span>docs</span></a>`,
    '<button type="button" class="search-open" aria-haspopup="dialog" hidden>Search <kbd>/</kbd></button>',
    `<a class="version" href="${root}changelog" aria-label="Version ${escapeHtml(site.version)}: release notes">${escapeHtml(site.version)}</a>`,
    '<button type="button" class="theme" hidden>Theme</button>',
    '</header>',
  ].join('')

/** The whole page. `root` is the prefix of all addresses, `content` its HTML. */
export const pageHtml = (page, { html, headings }, site, root) =>
  [
    '<!doctype html>',
    `<html lang="en" data-root="${root}">`,
    `<head>\n${headHtml(page, site, root)}\n</head>`,
    '<body>',
    headerHtml(site, root),
    `<div class="columns">${sidebarHtml(page, site, root)}`,
    `<main id="content" tabindex="-1">${crumbsHtml(page, site, root)}<article>${html}</article>${originHtml(page, site, root)}${neighborsHtml(page, site, root)}</main>`,
    `${contentsHtml(headings)}</div>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
