import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createSandbox } from '@postrider/provider-sandbox/sandbox-provider'
import { useOffice } from '../../../assembly/an-office.js'
import { aReconciliationScene } from '../../../runner/use-cases/a-reconciliation-scene.js'

describe('A message of the sandbox with an unknown outcome', () => {
  const office = useOffice()
  let dataDir: string
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'postrider-reconciliation-'))
  })
  after(() => rm(dataDir, { recursive: true, force: true }))

  it('is the result of a number that ends in 0003, and ends with a decision', async () => {
    const { clock, timers, random } = office.at
    const scene = await aReconciliationScene(office.at, createSandbox({ dataDir, clock, timers, random }))
    const message = await scene.accept({ to: '+919876540003' })
    const { messageId } = message
    await scene.dispatch(message)
    expect(await scene.statusOf(message)).to.deep.equal(['UNCONFIRMED', 'provisional', 1])
    const operator = await office.at.operator()
    const { message: now } = await office.at.doneAbove(operator, 'resolveUnconfirmedMessage', {
      messageId,
      outcome: 'failed',
      evidence: 'The sandbox has no record of it.',
      version: 1,
      reason: 'It waits for nothing.',
    })
    expect(now).to.include({ state: 'FAILED', to: '+91******0003' })
    expect(await scene.statusOf(message)).to.deep.equal(['FAILED', 'released', 2])
    expect(await scene.violations(message)).to.deep.equal([])
    await scene.close()
  })
})
