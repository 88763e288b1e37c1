import { expect } from 'chai'
import { eventWriter } from '@postrider/live/protocol/write-frame'

describe('Events with the same data', () => {
  const read = (frame: Buffer): unknown => JSON.parse(frame.toString('utf8'))
  const frameOf = (params: object) => ({ jsonrpc: '2.0', method: 'live.event', params })

  it('are encoded once for all recipients', () => {
    const write = eventWriter('{"note":"größer"}')
    expect(write({ seq: 1, after: null })).to.equal(write({ seq: 1, after: null }))
  })

  it('still contain the fields of each recipient, for any number', () => {
    const write = eventWriter('{"note":"größer"}')
    for (let round = 0; round < 2; round += 1)
      for (let seq = 0; seq < 40; seq += 1)
        expect(read(write({ seq, after: null }))).to.deep.equal(
          frameOf({ seq, after: null, data: { note: 'größer' } }),
        )
  })
})
