import { expect } from 'chai'
import { anEmail } from '@postrider/conformance/provider'
import type { WireLine } from '@postrider/core/providers/domain/calls/wire-line'
import { greetingName } from '@postrider/provider-smtp/greeting-name'
import { openSmtp } from './open-smtp.js'
import { startScriptedSmtpServer } from './scripted-smtp-server.js'

describe('The name for EHLO', () => {
  const names: ReadonlyArray<readonly [string, string | undefined, string]> = [
    ['Mail1.example.com', undefined, 'mail1.example.com'],
    ['mail1.example.com', 'bounces.example.com', 'mail1.example.com'],
    ['9f2c1a', 'bounces.example.com', 'bounces.example.com'],
    ['9f2c1a', undefined, '9f2c1a.localdomain'],
    ['127.0.0.1', undefined, 'localhost.localdomain'],
    ['', undefined, 'localhost.localdomain'],
  ]
  for (const [machine, bounceDomain, name] of names)
    it(`is ${name} on the machine "${machine}" with ${bounceDomain ?? 'no bounce domain'}`, () => {
      expect(greetingName(bounceDomain, machine)).to.equal(name)
    })

  it('is sent to the server as it is set, and is never an address', async () => {
    const server = await startScriptedSmtpServer()
    const greetingOf = async (settings: object): Promise<string> => {
      const lines: WireLine[] = []
      const provider = openSmtp(server.port, { ...settings })
      await provider.submit(anEmail('joe@example.com', { onWire: (line) => void lines.push(line) }), 2_000)
      await provider.close()
      return lines.find(({ text }) => text.startsWith('EHLO'))?.text ?? ''
    }
    expect(await greetingOf({ name: 'postrider.example.com' })).to.equal('EHLO postrider.example.com')
    expect(await greetingOf({})).to.match(/^EHLO [a-z0-9.-]+\.[a-z][a-z0-9-]*$/)
    await server.close()
  })
})
