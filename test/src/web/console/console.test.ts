import { openBrowser, type RealBrowser } from '../../servers/browser.js'
import { type ConsoleScene, openConsoleScene } from './console-scene.js'
import { fillConsole } from './fill-console.js'
import { describeJobs, type JobStage } from './jobs.js'
import { openOperatorPage } from './operator-page.js'

describe('The console full of work, in a real browser over its real socket', function () {
  this.timeout(60_000)
  let scene: ConsoleScene
  let browser: RealBrowser
  let stage: JobStage
  before(async () => {
    scene = await openConsoleScene()
    const filled = await fillConsole(scene)
    browser = await openBrowser()
    stage = { scene, filled, olu: await openOperatorPage(browser, scene, scene.olu) }
  })
  after(async () => {
    await browser.close()
    await scene.close()
  })

  describe('the jobs of operators', () => describeJobs(() => stage))
})
