import { expect } from 'chai'
import type { WireLine } from '@postrider/core/providers/domain/calls/wire-line'
import { messageOf } from './kit-message.js'
import { type ProviderUnderTest, submit } from './provider-under-test.js'

const CANARY = 'Canary 7391846205 on the wire'

/** Tests the record of the wire traffic with a provider. */
export const wire = (at: ProviderUnderTest): void => {
  it('reports its wire to the given listener, without secrets and texts', async () => {
    const usual = messageOf(at.channel, at.opened.destinations.accepted, { text: CANARY, subject: CANARY })
    const lines: WireLine[] = []
    const onWire = (line: WireLine): void => void lines.push(line)
    expect(await submit(at, { ...usual, otp: '7391846205', onWire })).to.have.property('_tag', 'Accepted')
    expect(lines.map(({ direction }) => direction)).to.include.members(['out', 'in'])
    const all = lines.map(({ text }) => text).join('\n')
    for (const hidden of ['Canary', '7391846205', ...(at.opened.secrets ?? [])])
      for (const hiddenText of [
        hidden,
        Buffer.from(hidden).toString('base64'),
        Buffer.from(hidden).toString('hex'),
      ])
        expect(all).not.to.include(hiddenText)
  })
}
