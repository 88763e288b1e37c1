import { QUOTAS, quotaReached } from '@postrider/core/limits/domain/quotas'
import { expect } from 'chai'
import type { AttachmentId, TicketId } from '@postrider/core/kernel/ids/id'
import type { OperationName } from '@postrider/core/assembly/registry'
import {
  ABANDONED_MS,
  type Attachment,
  DOWNLOAD_MS,
  REGISTRABLE_MS,
  UPLOAD_MS,
} from '@postrider/core/support/domain/attachment'
import { isoTime, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { anAttachment } from '@postrider/conformance/builders/a-ticket'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { right } from '@postrider/conformance/outcome'
import { type Firm, type Person, useOffice } from '../../assembly/an-office.js'
import {
  brokenFields,
  CONFLICT,
  DENIED,
  NOT_FOUND,
  OTHER_BODY,
  strangeIds,
} from '../../runner/use-cases/strange.js'

const CONTENT = 'at 12:00 nothing arrived'
const FILE = {
  fileName: 'log.txt',
  contentType: 'text/plain',
  sizeBytes: CONTENT.length,
  sha256: sha256(CONTENT),
} as const

describe('Attachments of customers', () => {
  const office = useOffice()

  const done = <K extends OperationName>(operation: K, body: object, person: Person = office.at.billing) =>
    office.at.done(person, operation, body)
  const refused = (operation: OperationName, body: object, person: Person = office.at.billing) =>
    office.at.refused(person, operation, body)

  const openTicket = async (firm: Firm = office.at): Promise<TicketId> => {
    const { organizationId, billing } = firm
    const ticketBody = { subject: 'A log', text: 'See there.', category: 'technical', priority: 'low' }
    const { ticket } = await done('createSupportTicket', { organizationId, ...ticketBody }, billing)
    return ticket.ticketId as TicketId
  }
  const announce = async (firm: Firm = office.at, file: object = FILE): Promise<AttachmentId> => {
    const { organizationId, billing } = firm
    const { attachmentId } = await done('generateAttachmentUploadUrl', { organizationId, ...file }, billing)
    return attachmentId as AttachmentId
  }
  const keyOf = (attachmentId: AttachmentId, { organizationId }: Firm = office.at) => ({
    attachmentId,
    organizationId,
  })
  const uploaded = async (firm: Firm = office.at, content = CONTENT): Promise<AttachmentId> => {
    const attachmentId = await announce(firm)
    office.at.attachments.put(keyOf(attachmentId, firm), content)
    return attachmentId
  }
  const register = (ticketId: TicketId, attachmentId: AttachmentId) =>
    done('registerTicketAttachment', { ticketId, attachmentId })
  const refusedToRegister = (ticketId: string, attachmentId: string) =>
    refused('registerTicketAttachment', { ticketId, attachmentId })
  const addAll = (attachments: readonly Attachment[]) =>
    office.at.write((unit) => {
      for (const attachment of attachments) unit.attachments.add(attachment)
    })
  const kept = async (attachmentId: AttachmentId) =>
    (await right(office.at.storage.support.attachment(attachmentId))).value

  describe('are announced', () => {
    it('and get an address that is valid for fifteen minutes', async () => {
      const { organizationId, billing, acts } = office.at
      const answer = await done('generateAttachmentUploadUrl', { organizationId, ...FILE })
      const attachmentId = answer.attachmentId as AttachmentId
      const untilMs = NOW_MS + 15 * MINUTE_MS
      expect(UPLOAD_MS).to.equal(15 * MINUTE_MS)
      expect(answer).to.deep.equal({
        attachmentId,
        uploadUrl: `https://files.example.com/${organizationId}/${attachmentId}?until=${untilMs}`,
        method: 'PUT',
        headers: { 'x-until': String(untilMs) },
        expiresAt: isoTime(untilMs),
      })
      expect(await kept(attachmentId)).to.deep.equal({
        attachmentId,
        organizationId,
        ticketId: undefined,
        ...FILE,
        createdBy: billing.userId,
        createdAtMs: NOW_MS,
        registeredAtMs: undefined,
      })
      const events = await acts()
      expect(events).to.have.length(1)
      expect(events[0]).to.deep.include({
        actor: { kind: 'user', id: billing.userId },
        action: 'generateAttachmentUploadUrl',
        target: attachmentId,
        organizationId,
        details: { contentType: 'text/plain', sizeBytes: CONTENT.length },
      })
      expect(JSON.stringify(events)).not.to.match(/files\.example|log\.txt/)
    })

    it('unless they have problems, which are all reported', async () => {
      const { organizationId } = office.at
      const ask = async (file: object) =>
        brokenFields(await refused('generateAttachmentUploadUrl', { organizationId, ...FILE, ...file }))
      expect(
        await ask({ fileName: '', contentType: 'text/html', sizeBytes: 0, sha256: 'A'.repeat(64) }),
      ).to.have.members([
        '/fileName too_short',
        '/contentType not_allowed',
        '/sizeBytes too_small',
        '/sha256 format',
      ])
      expect(await ask({ sizeBytes: 10 * 1024 * 1024 + 1 })).to.deep.equal(['/sizeBytes too_large'])
      for (const fileName of ['../log.txt', 'a\\b', '..', ' log.txt', 'gpj.\u202eexe'])
        expect(await ask({ fileName }), fileName).to.deep.equal(['/fileName format'])
    })

    it('unless their name has another extension than their type', async () => {
      const { organizationId } = office.at
      const ask = (fileName: string) =>
        refused('generateAttachmentUploadUrl', { organizationId, ...FILE, fileName })
      for (const fileName of ['x.html', 'log.txt.html', 'log', 'log.exe', 'x.html.'])
        expect(brokenFields(await ask(fileName)), fileName).to.deep.equal(['/fileName mismatch'])
      await announce(office.at, { ...FILE, fileName: 'LOG.TXT' })
    })

    it('once for a requestId: a replay has the same address', async () => {
      const { organizationId, acts, time } = office.at
      const body = { organizationId, ...FILE, requestId: 'request-0001' }
      const first = await done('generateAttachmentUploadUrl', body)
      await time.advance(MINUTE_MS)
      const again = await done('generateAttachmentUploadUrl', body)
      expect(again).to.deep.equal({ ...first, replayed: true })
      const other = { ...body, fileName: 'other.txt' }
      expect(await refused('generateAttachmentUploadUrl', other)).to.deep.equal(OTHER_BODY)
      expect(await acts()).to.have.length(1)
    })

    it('up to a limit of those without a ticket', async () => {
      expect(QUOTAS.announcedFiles.most).to.equal(50)
      const { organizationId, other, ids } = office.at
      const some = (count: number, overrides: Partial<Attachment>) =>
        addAll(
          Array.from({ length: count }, () =>
            anAttachment({ attachmentId: ids.next('att'), organizationId, ...overrides }),
          ),
        )
      const ticketId = await openTicket()
      await some(QUOTAS.announcedFiles.most - 1, {})
      await some(3, { ticketId, registeredAtMs: NOW_MS })
      await some(3, { organizationId: other.organizationId })
      const attachmentId = await uploaded()
      const body = { organizationId, ...FILE }
      expect(await refused('generateAttachmentUploadUrl', body)).to.deep.equal(quotaReached('announcedFiles'))
      await announce(other)
      await register(ticketId, attachmentId)
      await announce()
      expect(await refused('generateAttachmentUploadUrl', body)).to.deep.equal(quotaReached('announcedFiles'))
    })
  })

  describe('are registered', () => {
    it('only if their bytes match their type', async () => {
      const ticketId = await openTicket()
      const page = '<html><script>alert(1)</script>'
      const file = { ...FILE, sizeBytes: page.length, sha256: sha256(page) }
      for (const [fileName, contentType] of [
        ['x.txt', 'text/plain'],
        ['x.png', 'image/png'],
        ['x.zip', 'application/zip'],
      ]) {
        const attachmentId = await announce(office.at, { ...file, fileName, contentType })
        office.at.attachments.put(keyOf(attachmentId), page)
        expect(brokenFields(await refusedToRegister(ticketId, attachmentId)), fileName).to.deep.equal([
          '/attachmentId mismatch',
        ])
        expect(office.at.attachments.isKept(keyOf(attachmentId))).to.equal(false)
      }
    })

    it('on a ticket, which shows them', async () => {
      const { billing, acts, time } = office.at
      const ticketId = await openTicket()
      const attachmentId = await uploaded()
      await announce()
      await time.advance(MINUTE_MS)
      const at = isoTime(NOW_MS + MINUTE_MS)
      const { attachment } = await register(ticketId, attachmentId)
      expect(attachment).to.deep.equal({
        attachmentId,
        ticketId,
        ...FILE,
        createdAt: isoTime(NOW_MS),
        registeredAt: at,
      })
      const file = await done('getCustomerSupportTicket', { ticketId })
      expect(file.attachments).to.deep.equal([attachment])
      expect(file.ticket).to.deep.include({ status: 'open', updatedAt: at })
      const other = await done('getCustomerSupportTicket', { ticketId: await openTicket() })
      expect(other.attachments).to.deep.equal([])
      expect((await acts()).find(({ action }) => action === 'registerTicketAttachment')).to.deep.include({
        actor: { kind: 'user', id: billing.userId },
        target: ticketId,
        details: { attachmentId },
      })
      expect(office.at.attachments.inspections()).to.equal(1)
    })

    it('once, on one ticket', async () => {
      const ticketId = await openTicket()
      const attachmentId = await uploaded()
      await register(ticketId, attachmentId)
      expect(await refusedToRegister(ticketId, attachmentId)).to.deep.equal(CONFLICT)
      expect(await refusedToRegister(await openTicket(), attachmentId)).to.deep.equal(CONFLICT)
      expect(office.at.attachments.inspections()).to.equal(1)
    })

    it('once for a requestId, with one read of the bytes', async () => {
      const { acts } = office.at
      const ticketId = await openTicket()
      const body = { ticketId, attachmentId: await uploaded(), requestId: 'request-0001' }
      const first = await done('registerTicketAttachment', body)
      const again = await done('registerTicketAttachment', body)
      expect(again).to.deep.equal({ ...first, replayed: true })
      const other = { ...body, attachmentId: await uploaded() }
      expect(await refused('registerTicketAttachment', other)).to.deep.equal(OTHER_BODY)
      expect(office.at.attachments.inspections()).to.equal(1)
      expect(await acts()).to.have.length(4)
    })

    it('after something was uploaded, and not before', async () => {
      const ticketId = await openTicket()
      const attachmentId = await announce()
      expect(await refusedToRegister(ticketId, attachmentId)).to.deep.equal(CONFLICT)
      office.at.attachments.put(keyOf(attachmentId), CONTENT)
      await register(ticketId, attachmentId)
    })

    it('not with other bytes than announced, and those are removed', async () => {
      const { attachments } = office.at
      const ticketId = await openTicket()
      for (const content of [CONTENT.replace('12', '13'), `${CONTENT}!`, '']) {
        const attachmentId = await uploaded(office.at, content)
        expect(brokenFields(await refusedToRegister(ticketId, attachmentId))).to.deep.equal([
          '/attachmentId mismatch',
        ])
        expect(attachments.isKept(keyOf(attachmentId))).to.equal(false)
        expect(await refusedToRegister(ticketId, attachmentId)).to.deep.equal(CONFLICT)
        attachments.put(keyOf(attachmentId), CONTENT)
        await register(ticketId, attachmentId)
      }
    })

    it('not if they were announced as longer than they are', async () => {
      const { attachments } = office.at
      const ticketId = await openTicket()
      const attachmentId = await announce(office.at, { ...FILE, sizeBytes: CONTENT.length + 1 })
      attachments.put(keyOf(attachmentId), CONTENT)
      const refusal = await refusedToRegister(ticketId, attachmentId)
      expect(brokenFields(refusal)).to.deep.equal(['/attachmentId mismatch'])
    })

    it('while no other check of their bytes waits, and by one of two concurrent calls', async () => {
      const { attachments, ask, billing } = office.at
      const [ticketId, other] = [await openTicket(), await openTicket()]
      const attachmentId = await uploaded()
      attachments.whenInspected(async () => {
        await register(other, attachmentId)
      })
      const late = await ask(billing, 'registerTicketAttachment', { ticketId, attachmentId })
      expect(late).to.deep.include({ _tag: 'Left', left: CONFLICT })
      expect((await kept(attachmentId))?.ticketId).to.equal(other)
    })

    it("later if the store can't be reached", async () => {
      const { attachments } = office.at
      const ticketId = await openTicket()
      const attachmentId = await uploaded()
      const wrong = await uploaded(office.at, 'wrong')
      attachments.setAway(true)
      const outage = { _tag: 'AttachmentsUnavailable', cause: 'the fake is away' }
      expect(await refusedToRegister(ticketId, attachmentId)).to.deep.equal(outage)
      attachments.setAway(false)
      attachments.failAfter(0)
      expect(await refusedToRegister(ticketId, wrong)).to.deep.equal(outage)
      await register(ticketId, attachmentId)
    })

    it('up to a limit per ticket, beyond which no bytes are read', async () => {
      expect(QUOTAS.ticketFiles.most).to.equal(20)
      const { organizationId, ids } = office.at
      const ticketId = await openTicket()
      const some = (count: number) =>
        addAll(
          Array.from({ length: count }, () =>
            anAttachment({
              attachmentId: ids.next('att'),
              organizationId,
              ticketId,
              registeredAtMs: NOW_MS,
            }),
          ),
        )
      await some(QUOTAS.ticketFiles.most - 1)
      await register(ticketId, await uploaded())
      const attachmentId = await uploaded()
      expect(await refusedToRegister(ticketId, attachmentId)).to.deep.equal(quotaReached('ticketFiles'))
      expect(office.at.attachments.inspections()).to.equal(1)
      await register(await openTicket(), attachmentId)
    })

    it('until an hour before they would be removed as abandoned', async () => {
      const { time } = office.at
      expect(ABANDONED_MS - REGISTRABLE_MS).to.equal(60 * MINUTE_MS)
      const ticketId = await openTicket()
      const [one, other] = [await uploaded(), await uploaded()]
      await time.advance(REGISTRABLE_MS - 1)
      await register(ticketId, one)
      await time.advance(1)
      expect(await refusedToRegister(ticketId, other)).to.deep.equal(NOT_FOUND)
    })
  })

  describe('are downloaded', () => {
    it('from an address that is valid for five minutes', async () => {
      const { organizationId } = office.at
      const ticketId = await openTicket()
      const attachmentId = await uploaded()
      await register(ticketId, attachmentId)
      const untilMs = NOW_MS + 5 * MINUTE_MS
      expect(DOWNLOAD_MS).to.equal(5 * MINUTE_MS)
      const body = { ticketId, attachmentId }
      expect(await done('getTicketAttachmentDownloadUrl', body)).to.deep.equal({
        downloadUrl: `https://files.example.com/${organizationId}/${attachmentId}?until=${untilMs}`,
        expiresAt: isoTime(untilMs),
      })
    })

    it('only if they are on that ticket', async () => {
      const ticketId = await openTicket()
      const [attachmentId, announced] = [await uploaded(), await uploaded()]
      await register(ticketId, attachmentId)
      for (const body of [
        { ticketId: await openTicket(), attachmentId },
        { ticketId, attachmentId: announced },
      ])
        expect(await refused('getTicketAttachmentDownloadUrl', body)).to.deep.equal(NOT_FOUND)
    })
  })

  it('of others and unknown ones get the same response', async () => {
    const { other } = office.at
    const ticketId = await openTicket()
    const attachmentId = await uploaded()
    const foreignTicket = await openTicket(other)
    const foreign = await uploaded(other)
    for (const strange of strangeIds(office.at, 'att', foreign))
      expect(await refusedToRegister(ticketId, strange)).to.deep.equal(NOT_FOUND)
    for (const strange of strangeIds(office.at, 'tkt', foreignTicket))
      expect(await refusedToRegister(strange, attachmentId)).to.deep.equal(NOT_FOUND)
    await register(ticketId, attachmentId)
    const theirs = { ticketId: foreignTicket, attachmentId: foreign }
    await done('registerTicketAttachment', theirs, other.billing)
    const strangers = [
      ...strangeIds(office.at, 'att', foreign).map((strange) => ({ ticketId, attachmentId: strange })),
      ...strangeIds(office.at, 'tkt', foreignTicket).map((strange) => ({ ticketId: strange, attachmentId })),
      theirs,
    ]
    for (const body of strangers)
      expect(await refused('getTicketAttachmentDownloadUrl', body)).to.deep.equal(NOT_FOUND)
    for (const organizationId of strangeIds(office.at, 'org', other.organizationId)) {
      const body = { organizationId, ...FILE }
      expect(await refused('generateAttachmentUploadUrl', body)).to.deep.equal(NOT_FOUND)
    }
  })

  it('are for people with the support permission, also in a suspended Organization', async () => {
    const { organizationId, viewer } = office.at
    const ticketId = await openTicket()
    const attachmentId = await uploaded()
    await register(ticketId, attachmentId)
    for (const [operation, body] of [
      ['generateAttachmentUploadUrl', { organizationId, ...FILE }],
      ['registerTicketAttachment', { ticketId, attachmentId }],
      ['getTicketAttachmentDownloadUrl', { ticketId, attachmentId }],
    ] as const)
      expect(await refused(operation, body, viewer), operation).to.deep.include(DENIED)
    await announce(await office.at.suspended())
  })
})
