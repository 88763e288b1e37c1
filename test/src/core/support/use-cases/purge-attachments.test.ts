import { expect } from 'chai'
import type { Attachment } from '@postrider/core/support/domain/attachment'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { purgeAttachments } from '@postrider/core/support/use-cases/purge-attachments'
import { anAttachment } from '@postrider/conformance/builders/a-ticket'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { left, right } from '@postrider/conformance/outcome'
import { memoryAttachments } from '../../fakes/memory-attachments.js'
import { aWorld } from '../../fakes/world.js'

/** Attachments that were announced this long ago, with the bytes of all of them stored. */
const someAttachments = (...overrides: ReadonlyArray<Partial<Attachment>>) => {
  const {
    ports,
    memory: { tables, faults },
  } = aWorld()
  const attachments = memoryAttachments()
  const list = overrides.map((each) => anAttachment(each))
  for (const one of list) {
    tables.support.attachments.set(one.attachmentId, one)
    attachments.put(one, 'bytes')
  }
  return {
    list,
    faults,
    attachments,
    purge: purgeAttachments({ ...ports, attachments }),
    known: () => list.map(({ attachmentId }) => tables.support.attachments.has(attachmentId)),
    kept: () => list.map((one) => attachments.isKept(one)),
  }
}

const old = (ms: number): Partial<Attachment> => ({ createdAtMs: NOW_MS - DAY_MS - ms })

describe('Purging attachments', () => {
  it('deletes those that were announced more than a day ago and are on no ticket', async () => {
    const registered = { ticketId: fresh.id('tkt'), registeredAtMs: NOW_MS }
    const { purge, known, kept } = someAttachments(old(1), old(0), { ...old(1), ...registered })
    expect(await right(purge(10))).to.equal(1)
    expect(kept()).to.deep.equal([false, true, true])
    expect(known()).to.deep.equal([false, true, true])
    expect(await right(purge(10))).to.equal(0)
  })

  it('takes a limited number at a time, the oldest first', async () => {
    const { purge, known } = someAttachments(old(1), old(3), old(2))
    expect(await right(purge(2))).to.equal(2)
    expect(known()).to.deep.equal([true, false, false])
    expect(await right(purge(2))).to.equal(1)
    expect(known()).to.deep.equal([false, false, false])
  })

  it('deletes the records of what the store removed before it failed, and keeps the rest for the next time', async () => {
    const { purge, known, kept, attachments } = someAttachments(old(3), old(2), old(1))
    attachments.failAfter(1)
    expect((await left(purge(10)))._tag).to.equal('AttachmentsUnavailable')
    expect(kept()).to.deep.equal([false, true, true])
    expect(known()).to.deep.equal([false, true, true])
    attachments.failAfter(undefined)
    expect(await right(purge(10))).to.equal(2)
    expect(known()).to.deep.equal([false, false, false])
  })

  it("removes files again whose records it couldn't delete", async () => {
    const { purge, known, kept, faults } = someAttachments(old(1))
    faults.plan('removeAttachments', 'away')
    expect(E.isLeft(await purge(10)())).to.equal(true)
    expect([kept(), known()]).to.deep.equal([[false], [true]])
    expect(await right(purge(10))).to.equal(1)
    expect(known()).to.deep.equal([false])
  })

  it("reports that storage can't be read, and removes nothing", async () => {
    const { purge, kept, faults } = someAttachments(old(1))
    faults.plan('abandonedAttachments', 'away')
    expect((await left(purge(10)))._tag).to.equal('StorageUnavailable')
    expect(kept()).to.deep.equal([true])
  })
})
