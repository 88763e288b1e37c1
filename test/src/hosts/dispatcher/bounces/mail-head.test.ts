import { expect } from 'chai'
import { isReport, parsedPartOf } from '@postrider/dispatcher/bounces/mail-head'
import { aComplaint, aNotification } from './returned-mails.js'

describe('The head of an email', () => {
  const judged = (mail: string): boolean => isReport(Buffer.from(mail))

  it('identifies a report', () => {
    expect(judged(aNotification())).to.equal(true)
    expect(judged(aComplaint())).to.equal(true)
    expect(judged('content-type:\r\n multipart/report; boundary=x\r\n\r\n')).to.equal(true)
    expect(judged('A: b\nContent-Type: MULTIPART/REPORT\n\nx')).to.equal(true)
    expect(judged('Content-Type: message/delivery-status\r\n\r\nStatus: 5.1.1')).to.equal(true)
  })

  it('identifies anything else, regardless of its body', () => {
    for (const mail of [
      '',
      'Subject: Hello\r\n\r\nI am away.',
      'Content-Type: text/plain\r\n\r\nContent-Type: multipart/report\r\n',
      'Content-Type: multipart/reported\r\n\r\n',
      'X-Content-Type: multipart/report\r\n\r\n',
      `${'X: y\r\n'.repeat(4_000)}Content-Type: multipart/report\r\n\r\n`,
    ])
      expect(judged(mail), mail.slice(0, 40)).to.equal(false)
  })
})

describe('The parsed part of an email', () => {
  const parsed = (mail: string): string => parsedPartOf(Buffer.from(mail)).toString()

  it('is all of a short one', () => {
    for (const mail of ['', 'a', 'a\r\nb', 'a\r\nb\r\n']) expect(parsed(mail)).to.equal(mail)
  })

  it('ends after a line, at 2,000 lines or 64 KiB', () => {
    expect(parsed('a\r\n'.repeat(5_000))).to.equal('a\r\n'.repeat(2_000))
    expect(parsed(`${'x'.repeat(1_022)}\r\n`.repeat(70))).to.equal(`${'x'.repeat(1_022)}\r\n`.repeat(64))
    expect(parsed(`a\r\n${'x'.repeat(70_000)}`)).to.equal('a\r\n')
  })
})
