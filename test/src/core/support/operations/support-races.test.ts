import { QUOTAS } from '@postrider/core/limits/domain/quotas'
import { expect } from 'chai'
import type { AttachmentId, TicketId } from '@postrider/core/kernel/ids/id'
import { type Attachment } from '@postrider/core/support/domain/attachment'
import type { OperationName, ResultOf } from '@postrider/core/assembly/registry'
import { E } from '@postrider/core/fp'
import { postgresOpener } from '../../../adapters/storage-postgres/open-postgres.js'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { aChat, anAttachment } from '@postrider/conformance/builders/a-ticket'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { useOffice } from '../../assembly/an-office.js'

const ROUNDS = 6
const CONTENT = 'log'
const FILE = {
  fileName: 'log.txt',
  contentType: 'text/plain',
  sizeBytes: 3,
  sha256: sha256(CONTENT),
} as const

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
  ['PostgreSQL', postgresOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Concurrent support calls on ${engine}`, () => {
    const office = useOffice(open)

    /** Runs all calls at once, and returns what was done and how each call ended. */
    const atOnce = async <K extends OperationName>(operation: K, ...bodies: readonly object[]) => {
      const answers = await Promise.all(bodies.map((body) => office.at.ask(office.at.owner, operation, body)))
      const results = answers.flatMap((answer) => (E.isRight(answer) ? [answer.right.result] : []))
      const outcomes = answers.map((answer) => (E.isRight(answer) ? 'Done' : answer.left._tag)).sort()
      return { outcomes, results: results as ReadonlyArray<ResultOf<K>> }
    }
    const oneOfTwo = { outcomes: ['Conflict', 'Done'] }
    const openTicket = async (): Promise<TicketId> => {
      const ticketBody = { subject: 'A log', text: 'See there.', category: 'technical', priority: 'low' }
      const body = { organizationId: office.at.organizationId, ...ticketBody }
      return (await office.at.done(office.at.owner, 'createSupportTicket', body)).ticket.ticketId as TicketId
    }
    const announced = (overrides: Partial<Attachment> = {}): Attachment =>
      anAttachment({
        attachmentId: office.at.ids.next('att'),
        organizationId: office.at.organizationId,
        ...FILE,
        ...overrides,
      })
    const addAttachments = async (list: readonly Attachment[]): Promise<readonly AttachmentId[]> => {
      await office.at.write((unit) => {
        for (const one of list) unit.attachments.add(one)
      })
      for (const one of list) office.at.attachments.put(one, CONTENT)
      return list.map(({ attachmentId }) => attachmentId)
    }

    it('start at most as many chats as the limit', async () => {
      const { organizationId, ids, write } = office.at
      await write((unit) => {
        for (let count = 1; count < QUOTAS.openChats.most; count += 1)
          unit.chats.add(aChat({ chatId: ids.next('cht'), organizationId }))
      })
      const body = { organizationId, subject: 'Help', text: 'Hello?' }
      // Repeated, because the first time connections are opened, and one arrives late.
      for (let round = 0; round < ROUNDS; round += 1) {
        const { outcomes, results } = await atOnce('createChatRequest', body, body)
        expect({ outcomes }).to.deep.equal(oneOfTwo)
        for (const { chat } of results)
          await office.at.done(office.at.owner, 'closeChat', { chatId: chat.chatId })
      }
    })

    it('announce at most as many files as the limit', async () => {
      const { organizationId, storage } = office.at
      await addAttachments(Array.from({ length: QUOTAS.announcedFiles.most - 1 }, () => announced()))
      const body = { organizationId, ...FILE }
      for (let round = 0; round < ROUNDS; round += 1) {
        const { outcomes, results } = await atOnce('generateAttachmentUploadUrl', body, body)
        expect({ outcomes }).to.deep.equal(oneOfTwo)
        const ids = results.map(({ attachmentId }) => attachmentId as AttachmentId)
        await right(storage.support.removeAttachments(ids.map((attachmentId) => announced({ attachmentId }))))
      }
    })

    it('register at most as many files on a ticket as the limit, and none on two', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const [ticketId, other] = [await openTicket(), await openTicket()]
        const there = { ticketId, registeredAtMs: NOW_MS }
        await addAttachments(Array.from({ length: QUOTAS.ticketFiles.most - 1 }, () => announced(there)))
        const [one, two, three] = await addAttachments([announced(), announced(), announced()])
        const many = [one, two].map((attachmentId) => ({ ticketId, attachmentId }))
        expect(await atOnce('registerTicketAttachment', ...many)).to.deep.include(oneOfTwo)
        const places = [other, await openTicket()].map((each) => ({ ticketId: each, attachmentId: three }))
        expect(await atOnce('registerTicketAttachment', ...places)).to.deep.include(oneOfTwo)
      }
    })

    it('add at most as many messages as the limit, and end a chat once', async () => {
      const { organizationId, ids, write } = office.at
      for (let round = 0; round < ROUNDS; round += 1) {
        const chatId = ids.next('cht')
        await write((unit) =>
          unit.chats.add(aChat({ chatId, organizationId, messages: QUOTAS.chatMessages.most - 1 })),
        )
        const body = { chatId, text: 'The last.' }
        expect(await atOnce('sendChatMessage', body, body)).to.deep.include(oneOfTwo)
        const end = { chatId, priority: 'low' }
        expect(await atOnce('escalateChatToTicket', end, end)).to.deep.include(oneOfTwo)
      }
    })
  })
