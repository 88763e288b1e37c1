import { expect } from 'chai'
import { createKnownBlocks } from '@postrider/core/identity/use-cases/people/known-blocks'

const digest = (at: number): string => `digest ${at}`

describe("A process's cache of blocks", () => {
  it('drops a block when it ends or is no longer valid', () => {
    const blocks = createKnownBlocks()
    expect(blocks.endMs([digest(1)], 0)).to.equal(0)
    blocks.learn(digest(1), 100, 50)
    blocks.learn(digest(2), 30, 50)
    expect(blocks.endMs([digest(1)], 49)).to.equal(100)
    expect(blocks.endMs([digest(1), digest(2)], 29)).to.equal(100)
    expect(blocks.endMs([digest(2)], 30)).to.equal(0)
    expect(blocks.endMs([digest(1)], 50)).to.equal(0)
    expect(blocks.endMs([digest(1)], 49), 'it is forgotten').to.equal(0)
  })

  it('has a fixed size and keeps the newest', () => {
    const blocks = createKnownBlocks()
    for (let at = 0; at <= 10_000; at += 1) blocks.learn(digest(at), 100, 100)
    expect(blocks.endMs([digest(0)], 1)).to.equal(0)
    expect(blocks.endMs([digest(1)], 1)).to.equal(100)
    blocks.learn(digest(1), 200, 200)
    blocks.learn(digest(10_001), 100, 100)
    expect(blocks.endMs([digest(1)], 1), 'learned anew').to.equal(200)
  })
})
