import { type Markup, markup, NO_MARKUP } from './markup.js'
import { type PageProblem, problemSummary } from './page-problem.js'
import { PAGE_STYLE } from './page-style.js'

interface Parts {
  readonly title: string
  readonly content: Markup
  readonly problem?: PageProblem<string> | undefined
}

/** A whole page. A problem is told in its title too, which is what a screen reader says first. */
export const page = ({ title, content, problem }: Parts): string => {
  const { html } = markup`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${problem === undefined ? '' : 'Problem: '}${title} – Postrider</title>
<style>${{ html: PAGE_STYLE }}</style>
</head>
<body>
<main>${problem === undefined ? NO_MARKUP : problemSummary(problem)}
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`
  return html
}
