import { expect } from 'chai'
import { unboundedListeners } from './listeners.js'

describe('The rule of listeners', () => {
  const found = (text: string, path = 'hosts/http/src/a.ts') => unboundedListeners({ path, text })

  for (const text of [
    'const server = createServer()',
    'const server = http.createServer(listener)',
    'createSecureServer({})',
    'new Server()',
    'new SMTPServer({})',
  ])
    it(`finds ${text}`, () => expect(found(text)).to.have.length(1))

  it('allows the server with the limits, and other functions with the same name', () => {
    expect(found('createServer()', 'hosts/web-server/src/server/open-server.ts')).to.deep.equal([])
    expect(
      found("owner.run('createServerCredential')\nNetServer.prototype.close.call(server)"),
    ).to.deep.equal([])
  })
})
