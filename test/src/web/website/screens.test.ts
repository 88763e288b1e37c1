import type { SitePage } from '../site-page.js'
import { describeScreens, describeStates } from '../site-states.js'
import { openWebsiteScene, type WebsiteScene } from './website-scene.js'

const SCREENS = [
  ['/', 'Start'],
  ['/apps', 'Apps'],
  ['/credentials', 'Credentials'],
  ['/templates', 'Templates'],
  ['/messages', 'Messages'],
  ['/webhooks', 'Webhooks'],
  ['/billing', 'Billing'],
  ['/budgets', 'Budgets'],
  ['/agent-keys', 'Agent keys'],
  ['/members', 'Members'],
  ['/support', 'Support'],
  ['/me', 'You'],
] as const

describe('The screens of the website in a real browser over its real socket', () => {
  let scene: WebsiteScene
  let visitor: SitePage
  before(async () => {
    scene = await openWebsiteScene()
    visitor = await scene.pageOf(scene.owner)
  })
  after(async () => {
    await scene.close()
  })

  describeScreens(() => ({ scene, visitor }), SCREENS)
  describeStates(() => ({ scene, visitor }), SCREENS)
})
