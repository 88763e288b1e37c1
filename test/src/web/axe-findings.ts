import axe from 'axe-core'
import type { Page } from 'playwright-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const OPTIONS = `{ runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations'] }`

/** The findings of axe in the page or a part of it, and whether the page scrolls horizontally. */
export const axeFindings = async (page: Page, within?: string): Promise<readonly string[]> => {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source)
  const run = `axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, ${OPTIONS})`
  const { violations } = (await page.evaluate(run)) as axe.AxeResults
  const isBroad = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  const broken = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ') ?? ''}`)
  return isBroad === true ? [...broken, 'wider than the page'] : broken
}
