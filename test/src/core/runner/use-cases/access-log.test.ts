import { expect } from 'chai'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { personalDataLog } from '@postrider/core/audit/use-cases/access-log'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { aChat, aTicket } from '@postrider/conformance/builders/a-ticket'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { useOffice } from '../../assembly/an-office.js'
import { NOT_FOUND } from './strange.js'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Reading personal data on ${engine}`, () => {
    const office = useOffice(open)
    const looks = async () =>
      (await office.at.acts())
        .filter(({ action }) => action.startsWith('getSupport'))
        .map(({ action, actor, target }) => ({ action, actor: actor.id, target }))

    it("of a ticket or a chat is logged once per person and hour, and refused reads aren't", async () => {
      const [operator, colleague] = [await office.at.operator(), await office.at.operator()]
      const { organizationId } = office.at
      const [ticket, chat] = [aTicket({ organizationId }), aChat({ organizationId })]
      await office.at.write((unit) => {
        unit.tickets.add(ticket)
        unit.chats.add(chat)
      })
      const { ticketId } = ticket
      const { chatId } = chat
      for (const by of [operator, operator, colleague])
        await office.at.doneAbove(by, 'getSupportTicket', { ticketId })
      for (let time = 0; time < 2; time += 1)
        await office.at.doneAbove(operator, 'getSupportChat', { chatId })
      const unknown = { ticketId: fresh.id('tkt') }
      if (engine === 'SQLite') await office.at.refusedAbove(operator, 'getSupportTicket', unknown)
      const of = ({ facts }: typeof operator, action: string, target: string) => ({
        action,
        actor: facts.user.userId,
        target,
      })
      const first = [
        of(operator, 'getSupportTicket', ticketId),
        of(colleague, 'getSupportTicket', ticketId),
        of(operator, 'getSupportChat', chatId),
      ]
      expect(await looks()).to.deep.equal(first)
      await office.at.time.advance(HOUR_MS)
      await office.at.doneAbove(operator, 'getSupportTicket', { ticketId })
      expect(await looks()).to.deep.equal([...first, first[0]])
    })

    it('is logged once although several processes show it at once', async () => {
      const { organizationId } = office.at
      const target = fresh.id('tkt')
      const look = {
        actor: { kind: 'operator', id: fresh.id('usr') },
        action: 'getSupportTicket',
        organizationId,
        target,
      } as const
      const processes = [1, 2, 3].map(() => personalDataLog(office.at))
      for (const kept of await Promise.all(processes.map((record) => record(look))))
        await right(() => Promise.resolve(kept))
      expect(await looks()).to.deep.equal([{ action: look.action, actor: look.actor.id, target }])
    })

    it('by a recipient names no recipient', async () => {
      const operator = await office.at.operator()
      const { organizationId } = office.at
      await office.at.doneAbove(operator, 'listSuppressions', { organizationId, to: '+919876543210' })
      await office.at.doneAbove(operator, 'listSuppressions', { organizationId })
      const { events } = await office.at.doneAbove(await office.at.operator(), 'listAuditEvents', {
        actorId: operator.facts.user.userId,
      })
      expect(events.map(({ action }) => action)).to.deep.equal(['listSuppressions'])
      expect(events[0]?.target).to.match(/^[0-9a-f]{64}$|^[0-9a-f]{32}$/)
    })

    it("reveals a message's recipient, each time with an event that has the reason and not the recipient", async () => {
      const operator = await office.at.operator(['admin.messages'])
      const { organizationId } = office.at
      const { message } = await acceptPaid(office.at.storage, { organizationId, to: '+919876501234' })
      const { messageId } = message
      const call = { messageId, reason: 'The customer asks.', requestId: fresh.hex(16) }
      const shown = await office.at.doneAbove(operator, 'revealRecipient', call)
      expect(shown).to.deep.equal({ messageId, recipient: '+919876501234' })
      const again = await office.at.doneAbove(operator, 'revealRecipient', call)
      expect(again).to.deep.equal({ messageId, recipient: null, replayed: true })
      const revealed = (await office.at.acts()).filter(({ action }) => action === 'revealRecipient')
      expect(revealed).to.have.length(1)
      expect(revealed[0]).to.deep.include({ target: messageId, reason: call.reason, details: {} })
      const unknown = { messageId: fresh.id('msg'), reason: call.reason }
      if (engine === 'SQLite')
        expect(await office.at.refusedAbove(operator, 'revealRecipient', unknown)).to.deep.equal(NOT_FOUND)
    })
  })
