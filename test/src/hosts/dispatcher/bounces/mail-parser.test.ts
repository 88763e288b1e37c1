import { expect } from 'chai'
import { createMailParser } from '@postrider/dispatcher/bounces/mail-parser'
import { aComplaint, aNotification } from './returned-mails.js'

describe('The bounce parser', () => {
  it('parses emails one after another in a thread', async () => {
    const parser = createMailParser()
    const texts = await Promise.all(
      [aNotification(), aComplaint(), 'Subject: Hello\r\n\r\n'].map((mail) =>
        parser.parse(Buffer.from(mail)),
      ),
    )
    expect(texts.map(({ status }) => status?.includes('5.1.1') ?? false)).to.deep.equal([true, false, false])
    expect(texts.map(({ feedback }) => feedback !== undefined)).to.deep.equal([false, true, false])
    await parser.close()
  })

  it('aborts an email that takes too long, and parses the next', async () => {
    const parser = createMailParser(100)
    const hostile = Buffer.from(`Content-Type: text/plain\r\n\r\n${'\r\n'.repeat(500_000)}`)
    const failed = await parser.parse(hostile).catch((cause: unknown) => String(cause))
    expect(failed).to.contain('took too long')
    const { status } = await parser.parse(Buffer.from(aNotification()))
    expect(status).to.contain('5.1.1')
    await parser.close()
  })
})
