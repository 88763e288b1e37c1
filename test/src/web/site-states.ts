import { expect } from 'chai'
import type { FaultProxy } from '../servers/fault-proxy.js'
import { axeFindings } from './axe-findings.js'
import type { HeldReadings } from './held-readings.js'
import type { SitePage } from './site-page.js'

/** A site whose readings can be held back, and whose line can be cut. */
export interface SiteScene {
  readonly address: string
  /** What stands between browsers and the site. */
  readonly line: FaultProxy
  /** Whether what screens read is answered. */
  readonly readings: Pick<HeldReadings, 'become'>
}

/** Where screens are looked at: the site, and somebody in front of it. */
export interface ScreenStage {
  readonly scene: SiteScene
  readonly visitor: SitePage
}

/** A screen by its address, and what its heading says. */
export type ShownScreen = readonly [path: string, title: string]

const LOOKS = [
  ['light', 1280],
  ['dark', 320],
  ['light', 320],
  ['dark', 1280],
] as const

/** Both schemes and both widths, in turn: what many parts have in common is looked at in all four all the same. */
export const looksInTurn = (at: number): ReadonlyArray<(typeof LOOKS)[number]> =>
  at % 2 === 0 ? LOOKS.slice(0, 2) : LOOKS.slice(2)

/** Looks at what is shown in every scheme and width, or in some; whatever is wrong is said with both. */
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

/** Each screen as it is with what there is, in both schemes, wide and narrow, or in the looks that are given for each. */
export const describeScreens = (
  stageOf: () => ScreenStage,
  screens: readonly ShownScreen[],
  looksAt: (at: number) => ReadonlyArray<(typeof LOOKS)[number]> = () => LOOKS,
): void => {
  for (const [at, [path, title]] of screens.entries())
    it(`${path}: accessible, and quiet`, async () => {
      const { visitor } = stageOf()
      await visitor.visit(path)
      await visitor.page.locator('h1', { hasText: title }).waitFor()
      expect(await look(visitor, 'data', undefined, looksAt(at))).to.deep.equal([])
      visitor.expectQuiet()
    })
}

/** What is around it is looked at with its data. */
const PART = '.body'

/** Each screen while it reads, where it cannot, and with the connection lost. */
export const describeStates = (stageOf: () => ScreenStage, screens: readonly ShownScreen[]): void => {
  afterEach(async () => {
    const { scene } = stageOf()
    scene.readings.become('answered')
    await scene.line.heal()
  })
  for (const [at, [path]] of screens.entries())
    it(`${path}: accessible while it loads, where it fails, and when it is stale`, async () => {
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
