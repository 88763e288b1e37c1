import { describeByKeyboard } from './by-keyboard.js'
import { openBrowser, type RealBrowser } from '../../servers/browser.js'
import { type ConsoleScene, openConsoleScene } from './console-scene.js'
import { describeCustomerInvitation } from './customer-invitation.js'
import { type FilledConsole, fillConsole } from './fill-console.js'
import { describeJobs } from './jobs.js'
import { openOperatorPage, type OperatorPage } from './operator-page.js'
import { describeDetails } from './details.js'
import { describeMoneyDialogs } from './money-dialogs.js'
import { describeErasures } from './erasures.js'
import { describePalette } from './palette.js'
import { describeSupportLists } from './support-lists.js'
import { describeTogether } from './together.js'
import { describeOpenedParts } from './opened-parts.js'
import { describeScreens, describeStates, looksInTurn } from '../site-states.js'

const SCREENS = [
  ['/', 'Overview'],
  ['/messages', 'Messages'],
  ['/reconciliation', 'Reconciliation'],
  ['/templates', 'Templates'],
  ['/approvals', 'Approvals'],
  ['/switches', 'Emergency stops'],
  ['/providers', 'Providers'],
  ['/prices', 'Prices'],
  ['/organizations', 'Organizations'],
  ['/support', 'Support'],
  ['/audit', 'Audit log'],
  ['/people', 'People and keys'],
  ['/me', 'You'],
] as const

describe('The console in a real browser over its real socket', () => {
  let scene: ConsoleScene
  let browser: RealBrowser
  let olu: OperatorPage
  before(async () => {
    scene = await openConsoleScene()
    browser = await openBrowser()
    olu = await openOperatorPage(browser, scene, scene.olu)
  })
  after(async () => {
    await browser.close()
    await scene.close()
  })

  describe('without data', () => {
    describeScreens(() => ({ scene, visitor: olu }), SCREENS, looksInTurn)
  })

  describe('full of work', () => {
    let filled: FilledConsole
    before(async () => {
      filled = await fillConsole(scene)
    })

    describe('screens', () => {
      describeScreens(() => ({ scene, visitor: olu }), SCREENS)
      describeStates(() => ({ scene, visitor: olu }), SCREENS)
    })
    describe('records, parts and dialogs', () => describeOpenedParts(() => ({ scene, filled, olu })))
    describe('details', () => describeDetails(() => ({ scene, filled, olu })))
    describe('money dialogs', () => describeMoneyDialogs(() => ({ scene, filled, olu })))
    describe('erasures', () => describeErasures(() => ({ scene, filled, olu })))
    describe('the palette', () => describePalette(() => ({ scene, filled, olu })))
    describe('the support desk', () => describeSupportLists(() => ({ scene, filled, olu })))
    describe('with several people at work', () => describeTogether(() => ({ scene, filled, olu, browser })))
    describe("a customer's invitation", () => describeCustomerInvitation(() => ({ scene, filled, olu })))
    describe('with the keyboard only', () => describeByKeyboard(() => ({ scene, filled, olu })))
    describe('the jobs of super admins', () => describeJobs(() => ({ scene, filled, olu })))
  })
})
