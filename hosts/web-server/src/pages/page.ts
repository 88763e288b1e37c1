import { type Markup, markup, NO_MARKUP } from './markup.js'
import { type PageProblem, problemSummary } from './page-problem.js'
import { PAGE_STYLE } from './page-style.js'

/** The language of a page, as a BCP 47 tag, and the direction of its script. */
interface PageLanguage {
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
}

const ENGLISH: PageLanguage = { tag: 'en', direction: 'ltr' }

interface Parts {
  readonly title: string
  readonly content: Markup
  readonly problem?: PageProblem<string> | undefined
  /** The name of the site. */
  readonly mark: string
  /** Where readers get help, as the target of a link; undefined: nothing is shown. */
  readonly supportLink?: string | undefined
  /** The address that the browser opens by itself, at once. */
  readonly goesOnTo?: string
  /** English if omitted. */
  readonly language?: PageLanguage
}

const ENVELOPE = markup`<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true"><path d="M2 4.5h14v9H2zm0 0 7 5.5 7-5.5"></path></svg>`

/** A whole page. Its title also names a problem, because screen readers read the title first. */
export const page = ({
  title,
  content,
  problem,
  mark,
  supportLink,
  goesOnTo,
  language: { tag, direction } = ENGLISH,
}: Parts): string => {
  const { html } = markup`<!doctype html>
<html lang="${tag}"${direction === 'rtl' ? markup` dir="rtl"` : NO_MARKUP}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${goesOnTo === undefined ? NO_MARKUP : markup`\n<meta http-equiv="refresh" content="0; url=${goesOnTo}">`}
<title>${problem === undefined ? '' : 'Problem: '}${title} – ${mark}</title>
<style>${{ html: PAGE_STYLE }}</style>
</head>
<body>
<main>
<p class="mark">${ENVELOPE}${mark}</p>${problem === undefined ? NO_MARKUP : problemSummary(problem)}
<h1>${title}</h1>
${content}${supportLink === undefined ? NO_MARKUP : markup`\n<p class="after">Need help? <a href="${supportLink}">Contact support</a></p>`}
</main>
</body>
</html>
`
  return html
}
