import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { inOneByteChunks, openRaw } from './raw-connection.js'

const END = '0\r\n\r\n'

describe('A body in small pieces', () => {
  let http: HttpFixture
  beforeEach(async () => {
    http = await openHttpFixture({ limits: { maxBodyBytesHeld: 64 * 120 } })
  })
  afterEach(() => http.close())

  it('is read completely if they are few', async () => {
    const { socket, text } = openRaw(http.port)
    socket.write(inOneByteChunks('POST /v1/sessions', 100) + END)
    await eventually('an answer', () => text() !== '')
    expect(text()).to.contain('400 Bad Request').and.contain('invalid_json')
    socket.destroy()
  })

  it('counts 64 bytes per piece towards the limit of the process', async () => {
    const { socket, text } = openRaw(http.port)
    socket.write(inOneByteChunks('POST /v1/sessions', 125) + END)
    await eventually('an answer', () => text() !== '')
    expect(text()).to.contain('503 Service Unavailable')
    socket.destroy()
  })

  it('counts 64 bytes per piece towards its own limit', async () => {
    const { port } = await http.openHost({ limits: {} })
    const { socket, text } = openRaw(port)
    socket.write(inOneByteChunks('POST /v1/sessions', 129) + END)
    await eventually('an answer', () => text() !== '')
    expect(text()).to.contain('413 Payload Too Large')
    socket.destroy()
  })

  for (const [what, first] of [
    ['that is read', 'POST /v1/sessions'],
    ['of a caller who was refused', 'POST /v1/messages'],
    ['to no route', 'POST /nowhere'],
    ['after a request without a body', 'GET /v1/health'],
  ] as const)
    it(`${what} ends its connection after some thousand tiny pieces`, async () => {
      const { socket, isClosed } = openRaw(http.port)
      socket.write(inOneByteChunks(first, 4000))
      await eventually('it is answered', () => http.metrics.length === 1)
      expect(http.cutConnections).to.deep.equal([])
      socket.write('1\r\n \r\n'.repeat(200))
      await eventually('the connection is closed', isClosed)
      expect(http.cutConnections).to.deep.equal(['pieces'])
    })

  it('without authentication is limited to 8 KiB, on every public route', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(8 * 1024) })
    const headers = { 'Content-Type': 'application/json' }
    for (const route of ['/v1/sessions', '/v1/sessions/refresh', '/v1/password-recovery'])
      expect((await http.call('POST', route, { headers, body })).status, route).to.equal(413)
  })
})
