import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import fc from 'fast-check'
import { nodeDigests } from '@postrider/node/system/node-digests'
import { systemRandom } from '@postrider/node/system/system-random'
import { systemTimers } from '@postrider/node/system/system-timers'

describe('The digests of the system', () => {
  it('are SHA-256 of the UTF-8 bytes in lower-case hexadecimal', () => {
    expect(nodeDigests.sha256('abc')).to.equal(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(nodeDigests.sha256(text)).to.equal(createHash('sha256').update(text, 'utf8').digest('hex'))
      }),
    )
  })
})

describe('The random numbers of the system', () => {
  it('are at least 0 and below 1', () => {
    for (let count = 0; count < 1000; count += 1)
      expect(systemRandom.fraction()).to.be.within(0, 1 - 2 ** -53)
  })
})

describe('The timers of the system', () => {
  it('run immediate work after the present work, and later work after its delay', async () => {
    const order: string[] = []
    systemTimers.after(20, () => order.push('later'))
    systemTimers.soon(() => order.push('soon'))
    order.push('now')
    await sleep(60)
    expect(order).to.deep.equal(['now', 'soon', 'later'])
  })

  it("don't run what was cancelled", async () => {
    let ran = false
    const takeBack = systemTimers.after(5, () => (ran = true))
    takeBack()
    await sleep(20)
    expect(ran).to.equal(false)
  })
})
