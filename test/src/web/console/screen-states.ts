import axe from 'axe-core'
import { expect } from 'chai'
import type { ConsoleScene } from './console-scene.js'
import type { OperatorPage } from './operator-page.js'

/** Where screens are looked at: the console, and somebody in front of it. */
export interface ScreenStage {
  readonly scene: ConsoleScene
  readonly olu: OperatorPage
}

/** A screen by its address, and what its heading says. */
export type ShownScreen = readonly [path: string, title: string]

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const RUN = `axe.run({ runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations'] })`

const LOOKS = [
  ['light', 1280],
  ['dark', 320],
  ['light', 320],
  ['dark', 1280],
] as const

/** What axe finds in what is shown, and whether it is wider than the page. */
const found = async ({ page }: OperatorPage): Promise<readonly string[]> => {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source)
  const { violations } = (await page.evaluate(RUN)) as axe.AxeResults
  const isBroad = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  const broken = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ') ?? ''}`)
  return isBroad === true ? [...broken, 'wider than the page'] : broken
}

/** Looks at what is shown in so many schemes and widths; whatever is wrong is said with both. */
const look = async (olu: OperatorPage, state: string, looks: ReadonlyArray<(typeof LOOKS)[number]>) => {
  const wrong: string[] = []
  for (const [colorScheme, width] of looks) {
    await olu.showIn({ colorScheme, width })
    wrong.push(...(await found(olu)).map((each) => `${state}, ${colorScheme}, ${width} px: ${each}`))
  }
  return wrong
}

const TWO_LOOKS = LOOKS.slice(0, 2)

/** Each screen as it is with what there is, in both schemes, wide and narrow. */
export const describeScreens = (stageOf: () => ScreenStage, screens: readonly ShownScreen[]): void => {
  for (const [path, title] of screens)
    it(`${path}: accessible, and quiet`, async () => {
      const { olu } = stageOf()
      await olu.visit(path)
      await olu.page.locator('h1', { hasText: title }).waitFor()
      expect(await look(olu, 'data', LOOKS)).to.deep.equal([])
      olu.expectQuiet()
    })
}

/** Each screen while it reads, where it cannot, and with the connection lost. */
export const describeStates = (stageOf: () => ScreenStage, screens: readonly ShownScreen[]): void => {
  afterEach(async () => {
    const { scene } = stageOf()
    scene.readings.become('answered')
    await scene.line.heal()
  })
  for (const [path] of screens)
    it(`${path}: accessible while it loads, where it fails, and when it is stale`, async () => {
      const { scene, olu } = stageOf()
      const { page } = olu
      const wrong: string[] = []
      scene.readings.become('held')
      await page.goto(scene.address + path)
      await page.locator('.bones').first().waitFor()
      wrong.push(...(await look(olu, 'loading', TWO_LOOKS)))
      scene.readings.become('failing')
      await page.locator('[role=alert] button', { hasText: 'Retry' }).first().waitFor()
      wrong.push(...(await look(olu, 'failed', TWO_LOOKS)))
      scene.readings.become('answered')
      await page.locator('[role=alert] button', { hasText: 'Retry' }).first().press('Enter')
      await olu.visit(path)
      scene.line.refuseNew()
      scene.line.cut()
      await page.locator('.live', { hasText: 'Reconnecting, as of' }).waitFor()
      await page.locator('.late-bar').first().waitFor()
      wrong.push(...(await look(olu, 'stale', TWO_LOOKS)))
      await scene.line.heal()
      await olu.settled()
      await page.locator('.late-bar').first().waitFor({ state: 'detached' })
      expect(wrong).to.deep.equal([])
      olu.expectQuiet()
    })
}
