import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { type MailServer, parseMailServer } from '@postrider/mail-smtp/mail-server'

const serverOf = (text: string): MailServer => {
  const server = parseMailServer(text)
  return E.isRight(server) ? server.right : expect.fail(`${text}: ${server.left}`)
}

const faultOf = (text: string): string => {
  const server = parseMailServer(text)
  return E.isLeft(server) ? server.left : expect.fail(`${text} was read`)
}

describe('The address of a mail server', () => {
  it('has a host, a port, a user and a password', () => {
    expect(serverOf('smtp://post%40example.org:p%3A%2F%40%25@mail.example:2525')).to.deep.equal({
      host: 'mail.example',
      port: 2525,
      tls: 'starttls',
      login: { user: 'post@example.org', password: 'p:/@%' },
    })
  })

  it('can have no login, and uses the usual ports by default', () => {
    expect(serverOf('smtp://mail.example')).to.include({ port: 587, login: undefined })
    expect(serverOf('smtps://mail.example/')).to.include({ port: 465, login: undefined })
    expect(serverOf('smtp://mail.example:25')).to.include({ port: 25 })
  })

  it('uses STARTTLS with smtp by default, and TLS from the start with smtps', () => {
    const modes = ['smtp://mail.example', 'smtp://mail.example?tls=none', 'smtps://mail.example', 'smtp://10.0.0.1',
      'smtp://[fd00::1]', 'smtp://127.evil.example', 'smtp://localhost.evil.example'] // prettier-ignore
    expect(modes.map((text) => serverOf(text).tls)).to.deep.equal([
      'starttls',
      'none',
      'implicit',
      'starttls',
      'starttls',
      'starttls',
      'starttls',
    ])
  })

  it('is in clear on this machine by default', () => {
    for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.10', '[::1]'])
      expect(serverOf(`smtp://${host}:1025`), host).to.include({ tls: 'none' })
    expect(serverOf('smtp://post:hunter2@localhost')).to.deep.include({ tls: 'none', login: { user: 'post', password: 'hunter2' } }) // prettier-ignore
    expect(serverOf('smtp://localhost?tls=starttls')).to.include({ tls: 'starttls' })
    expect(serverOf('smtps://localhost')).to.include({ tls: 'implicit' })
  })

  it('has an IPv6 address without its brackets', () => {
    expect(serverOf('smtp://[fd00::1]:25')).to.include({ host: 'fd00::1', port: 25 })
  })

  const wrong = ['', 'mail.example', 'mail.example:587', 'http://mail.example', 'smtp://', 'smtp:mail.example',
    'smtp://mail.example:0', 'smtp://mail.example:99999', 'smtp://mail.example/path', 'smtp://mail.example#x',
    'smtp://mail.example?tls=maybe', 'smtp://mail.example?ssl=none', 'smtp://mail.example?tls=none&tls=none',
    'smtp://post:hunter2@mail.example?tls=none', 'smtp://post:hunter2@10.0.0.1?tls=none',
    'smtps://mail.example?tls=none', 'smtp://a%0d%0ab@ma%0ail.example', 'smtp://ma il.example',
    'smtp://us%er:hunter2@mail.example', 'smtp://post@mail.example', 'smtp://:hunter2@mail.example'] // prettier-ignore
  for (const text of wrong) {
    it(`can't be: ${text}`, () => {
      expect(faultOf(text)).to.match(/^(must be|must have|can have only|has a user|would send) /)
      expect(faultOf(text)).to.not.contain('hunter2')
    })
  }
})
