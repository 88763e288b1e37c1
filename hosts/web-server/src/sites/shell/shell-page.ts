import type { Answer } from '../../answers/answer.js'
import { type Markup, markup, NO_MARKUP } from '../../pages/markup.js'
import { STYLE_HASH } from '../../pages/page-policy.js'
import type { SiteName } from '../site/site-answers.js'
import type { FirstFiles } from '../site/built-files.js'

/**
 * The policy of a site's pages: they run and load only our own files, and never turn text into script
 * (docs/promises#foreign-browsers).
 */
const policyOf = (connectTo: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // A dialog reads the sign-in page when the session has expired. Only that page's own style is allowed.
    `style-src 'self' 'sha256-${STYLE_HASH}'`,
    ["connect-src 'self'", ...connectTo].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** The parts of the page that differ between sites and installations. */
interface ShellParts extends SiteName {
  readonly withoutScript: Markup
  readonly docsUrl: string | undefined
}

/** The guide of each site is a page of the documentation with the site's name. */
const docsMeta = (docsUrl: string | undefined, word: string): Markup =>
  docsUrl === undefined ? NO_MARKUP : markup`\n<meta name="documentation" content="${`${docsUrl}/${word}`}">`

/** The one page in which every screen is drawn. */
export const shellPage = (
  { mark, word, product, supportLink, withoutScript, docsUrl }: ShellParts,
  { script, style, preloaded }: FirstFiles,
  connectTo: readonly string[],
): Answer => {
  const { html } = markup`<!doctype html>
<html lang="en" data-site="${word}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="application-name" content="${product.name}">${supportLink === undefined ? NO_MARKUP : markup`\n<link rel="help" href="${supportLink}">`}${docsMeta(docsUrl, word)}
<title>${mark}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">${preloaded.map((href) => markup`\n<link rel="modulepreload" href="${href}">`)}
<script type="module" src="${script}"></script>
</head>
<body>
<div id="${word}"></div>
<noscript>${withoutScript}
<form method="post" action="/sign-out"><button type="submit">Sign out</button></form></noscript>
</body>
</html>
`
  return { status: 200, html, contentSecurityPolicy: policyOf(connectTo), referrerPolicy: 'same-origin' }
}
