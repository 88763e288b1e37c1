import { expect } from 'chai'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { hearConnection } from '@postrider/provider-smtp/hear-connection'
import type { WireLine } from '@postrider/core/providers/domain/calls/wire-line'

describe('The wire of a mail server', () => {
  it('shows every command and response, but no login, and only the length of the email', () => {
    const quiet = { debug: () => undefined }
    const options: { transactionLog?: boolean } = {}
    const connection = { logger: quiet, options } as unknown as SMTPConnection
    const heard: string[] = []
    const tell = ({ direction, text }: WireLine): void => void heard.push(`${direction} ${text}`)
    const leave = hearConnection(connection, { tell, hidden: ['It is on its way', 'hunter22'] }, 512)
    expect(options.transactionLog).to.equal(true)
    const say = (tnx: string, line: string): void => connection.logger.debug({ tnx }, line)
    say('client', 'AUTH LOGIN')
    say('server', '334 VXNlcm5hbWU6')
    say('client', 'c2hvcA==')
    say('server', '334 UGFzc3dvcmQ6')
    say('client', 'aHVudGVyMjI=')
    say('server', '235 welcome')
    say('client', 'MAIL FROM:<orders@shop.example>')
    say('server', '250 ok')
    say('client', 'DATA')
    say('server', '354 go on')
    say('server', '554 rejected: It is on its way, hunter22')
    say('network', 'Connection closed')
    leave()
    say('client', 'QUIT')
    expect(options.transactionLog).to.equal(false)
    expect(connection.logger).to.equal(quiet)
    expect(heard).to.deep.equal([
      'out AUTH (cut)',
      'in 334 VXNlcm5hbWU6',
      'out AUTH (cut)',
      'in 334 UGFzc3dvcmQ6',
      'out AUTH (cut)',
      'in 235 welcome',
      'out MAIL FROM:<orders@shop.example>',
      'in 250 ok',
      'out DATA',
      'in 354 go on',
      'out (512 bytes of mail)',
      'in (cut)',
    ])
  })
})
