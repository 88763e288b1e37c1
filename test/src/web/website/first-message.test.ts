import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { httpNeedsOf } from '../../hosts/own-host.js'
import { createHttpHost, type HttpHost } from '@postrider/http/http-host'
import { repositoryRoot } from '../../architecture/source-files.js'
import { freePort } from '../../servers/free-port.js'
import { openWebsiteScene, type WebsiteBrowser, type WebsiteScene } from './website-scene.js'

const MOST_CLICKS = 12
const NAME = 'Nordlicht Apotheken und Drogerien der Hansestadt'

/** Actions on the start screen, with a count of clicks. */
const handOf = ({ page }: WebsiteBrowser) => {
  let clicks = 0
  const press = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).click()
    clicks += 1
  }
  return {
    press,
    write: async (label: string, text: string): Promise<void> => {
      await page.getByLabel(label).click()
      clicks += 1
      await page.keyboard.type(text)
    },
    isDone: (title: string) => page.locator('.steps > li', { hasText: `Done: ${title}` }).waitFor(),
    clicks: () => clicks,
  }
}

/** Runs a program in a directory where the client is found. */
const runProgram = async (text: string): Promise<string> => {
  const file = join(repositoryRoot, 'test/dist/web/website/first-run.mjs')
  await writeFile(file, text)
  try {
    return (await promisify(execFile)(process.execPath, [file])).stdout
  } finally {
    await rm(file)
  }
}

describe('The path to the first message', () => {
  let scene: WebsiteScene
  let http: HttpHost
  before(async () => {
    const port = await freePort()
    scene = await openWebsiteScene({}, { POSTRIDER_HTTP_PORT: String(port) })
    http = createHttpHost(httpNeedsOf(scene.at.composition))
    await http.listen('127.0.0.1', port)
    await scene.at.dispatch()
  })
  after(async () => {
    await http.close()
    await scene.close()
  })

  it('leads from an empty account to a delivered message in few clicks, despite reloads, with a command that works when pasted', async () => {
    const person = await scene.person('Lena Brandt')
    const opened = await scene.browserOf(person)
    const { page, go, complaints } = opened
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const hand = handOf(opened)
    await go('/')
    await hand.write('Name', NAME)
    await hand.press('Create Organization')
    await hand.isDone('Organization')
    await page.reload()
    await hand.write('App name', 'Rezept')
    await hand.press('Create app')
    await hand.isDone('App')
    await hand.isDone('Template')
    await page.reload()
    await hand.press('Create credential')
    await hand.isDone('Credential')
    await hand.press('Copy with credential')
    const command = await page.evaluate('navigator.clipboard.readText()')
    const { stdout } = await promisify(execFile)('sh', ['-c', String(command)])
    expect(JSON.parse(stdout)).to.have.property('state', 'ACCEPTED')
    const arrival = page.locator('.arrival')
    await arrival.getByText('Delivered').waitFor()
    await page.getByText('Delivered in the sandbox.').waitFor()
    expect(hand.clicks()).to.be.at.most(MOST_CLICKS)
    await hand.press('Node.js')
    await hand.press('Copy with credential')
    const program = String(await page.evaluate('navigator.clipboard.readText()'))
    expect(await runProgram(program)).to.match(/^ACCEPTED msg_/)
    await page.reload()
    await page.getByRole('link', { name: /^Delivered, last 24 h/ }).waitFor()
    expect(await arrival.isVisible()).to.equal(false)
    await page.locator('summary', { hasText: 'Setup checklist' }).click()
    await arrival.getByText('Delivered').waitFor()
    expect(await page.textContent('main'))
      .to.include('The secret was shown once')
      .and.not.include('pr_test_')
    expect(await scene.at.findings()).to.deep.equal([])
    expect(complaints).to.deep.equal([])
  })

  it('shows the missing steps for production, and requests them with a prefilled text', async () => {
    const { page, go } = await scene.browserOf(scene.owner, { viewport: { width: 320, height: 800 } })
    await go('/')
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(320)
    await page.locator('.rows li', { hasText: 'Channels opened for you' }).getByRole('button').click()
    await page.getByRole('button', { name: 'Send ticket' }).click()
    await page.getByText('Ticket sent').waitFor()
  })

  it('shows a rejected name at its field, and keeps it', async () => {
    const opened = await scene.browserOf(await scene.person('Emil Lang'))
    const { page, go } = opened
    const hand = handOf(opened)
    await go('/')
    await hand.write('Name', '🦊'.repeat(200))
    await hand.press('Create Organization')
    await page.locator('.steps .wrong').waitFor()
    expect(await page.getByLabel('Name').inputValue()).to.equal('🦊'.repeat(200))
  })
})
