import { expect } from 'chai'
import type { FaultProxy } from '../servers/fault-proxy.js'
import { axeFindings } from './axe-findings.js'
import type { HeldReadings } from './held-readings.js'
import type { SitePage } from './site-page.js'

/** A site whose readings can be delayed, and whose connection can be cut. */
export interface SiteScene {
  readonly address: string
  /** The proxy between browsers and the site. */
  readonly line: FaultProxy
  /** Controls whether readings of screens are answered. */
  readonly readings: Pick<HeldReadings, 'become'>
}

/** The context of screen checks: the site, and a signed-in person. */
export interface ScreenStage {
  readonly scene: SiteScene
  readonly visitor: SitePage
}

/** A screen by its address, with the text of its heading. */
export type ShownScreen = readonly [path: string, title: string]

const LOOKS = [
  ['light', 1280],
  ['dark', 320],
  ['light', 320],
  ['dark', 1280],
] as const

/**
 * Combinations of scheme and width, alternating by screen. Parts that all screens share are covered by all
 * four.
 */
export const looksInTurn = (at: number): ReadonlyArray<(typeof LOOKS)[number]> =>
  at % 2 === 0 ? LOOKS.slice(0, 2) : LOOKS.slice(2)

/** Checks the page in every or some combinations of scheme and width. Each problem names its combination. */
export const look = async (
  visitor: SitePage,
  state: string,
  within?: string,
  looks: ReadonlyArray<(typeof LOOKS)[number]> = LOOKS,
): Promise<readonly string[]> => {
  const wrong: string[] = []
  for (const [colorScheme, width] of looks) {
    await visitor.showIn({ colorScheme, width })
    wrong.push(
      ...(await axeFindings(visitor.page, within)).map(
        (each) => `${state}, ${colorScheme}, ${width} px: ${each}`,
      ),
    )
  }
  return wrong
}

/** Checks each screen with its data, in both schemes, wide and narrow, or in the given combinations. */
export const describeScreens = (
  stageOf: () => ScreenStage,
  screens: readonly ShownScreen[],
  looksAt: (at: number) => ReadonlyArray<(typeof LOOKS)[number]> = () => LOOKS,
): void => {
  for (const [at, [path, title]] of screens.entries())
    it(`${path}: is accessible, without console errors`, async () => {
      const { visitor } = stageOf()
      await visitor.visit(path)
      await visitor.page.locator('h1', { hasText: title }).waitFor()
      expect(await look(visitor, 'data', undefined, looksAt(at))).to.deep.equal([])
      visitor.expectQuiet()
    })
}

/** The frame around it is checked with data. */
const PART = '.body'

/** Checks each screen while it loads, after a failure, and without a connection. */
export const describeStates = (stageOf: () => ScreenStage, screens: readonly ShownScreen[]): void => {
  afterEach(async () => {
    const { scene } = stageOf()
    scene.readings.become('answered')
    await scene.line.heal()
  })
  for (const [at, [path]] of screens.entries())
    it(`${path}: is accessible while loading, after a failure, and when stale`, async () => {
      const { scene, visitor } = stageOf()
      const { page } = visitor
      const wrong: string[] = []
      scene.readings.become('held')
      await page.goto(scene.address + path)
      await page.locator('.bones').first().waitFor()
      wrong.push(...(await look(visitor, 'loading', PART, looksInTurn(at))))
      scene.readings.become('failing')
      await page.locator('[role=alert] button', { hasText: 'Retry' }).first().waitFor()
      wrong.push(...(await look(visitor, 'failed', PART, looksInTurn(at + 1))))
      scene.readings.become('answered')
      await page.locator('[role=alert] button', { hasText: 'Retry' }).first().press('Enter')
      await visitor.visit(path)
      scene.line.refuseNew()
      scene.line.cut()
      await page.locator('.live', { hasText: 'Reconnecting, as of' }).waitFor()
      await page.locator('.late-bar').first().waitFor()
      wrong.push(...(await look(visitor, 'stale', PART, looksInTurn(at))))
      await scene.line.heal()
      await visitor.settled()
      await page.locator('.late-bar').first().waitFor({ state: 'detached' })
      expect(wrong).to.deep.equal([])
      visitor.expectQuiet()
    })
}
