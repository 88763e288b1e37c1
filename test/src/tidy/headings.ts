import GithubSlugger from 'github-slugger'

/** Blocks of code, whose lines are neither headings nor links. */
const FENCED = /^([ \t]*)(```|~~~)[^\n]*\n[\s\S]*?\n\1\2[ \t]*$/gm

/** Markdown without its blocks of code. Every line keeps its number. */
export const withoutCode = (markdown: string): string =>
  markdown.replaceAll(FENCED, (block) => block.replaceAll(/[^\n]/g, ''))

/** The text of a heading, with only the visible text of a link. */
const errorMessage = (heading: string): string => heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')

/** The anchors that GitHub gives the headings of a page, in their order. */
export const anchorsOf = (markdown: string): readonly string[] => {
  const slugger = new GithubSlugger()
  return [...withoutCode(markdown).matchAll(/^#{1,6} +(.+?)[ #]*$/gm)].map(([, heading = '']) =>
    slugger.slug(errorMessage(heading)),
  )
}
