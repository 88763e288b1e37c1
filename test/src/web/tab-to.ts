import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import type { SitePage } from './site-page.js'

const MOST_TABS = 60

/** Moves to an element with Tab, like a person without a mouse. */
export const tabTo = async ({ page }: Pick<SitePage, 'page'>, target: Locator): Promise<void> => {
  await target.waitFor()
  const focused = target.and(page.locator(':focus'))
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if ((await focused.count()) > 0) return
    await page.keyboard.press('Tab')
  }
  expect.fail(`Tab does not lead to ${String(target)}`)
}
