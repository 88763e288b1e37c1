import { expect } from 'chai'
import { chatView, ticketView } from '@postrider/core/support/operations/views'
import { aChat, aTicket } from '@postrider/conformance/builders/a-ticket'
import { fresh } from '@postrider/conformance/builders/fresh'

describe('The views of chats and tickets', () => {
  it('name the ticket that a chat became, and the chat that a ticket came from', () => {
    const [chatId, ticketId] = [fresh.id('cht'), fresh.id('tkt')]
    expect(chatView(aChat({ chatId, ticketId }))).to.deep.include({ chatId, ticketId })
    expect(ticketView(aTicket({ chatId, ticketId }))).to.deep.include({ chatId, ticketId })
    expect(chatView(aChat())).not.to.have.property('ticketId')
    expect(ticketView(aTicket())).not.to.have.property('chatId')
  })

  it("don't name the person who opened them", () => {
    const openedBy = fresh.id('usr')
    expect(JSON.stringify([chatView(aChat({ openedBy })), ticketView(aTicket({ openedBy }))])).not.to.include(
      openedBy,
    )
  })
})
