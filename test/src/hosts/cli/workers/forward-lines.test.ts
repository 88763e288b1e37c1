import { PassThrough, Writable } from 'node:stream'
import { expect } from 'chai'
import { forwardLines } from '@postrider/cli/workers/forward-lines'
import { eventually } from '@postrider/conformance/eventually'

/** A sink that accepts writes and continues when released. */
const aSink = () => {
  const written: string[] = []
  const held: Array<() => void> = []
  const isHolding = { now: false }
  const to = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, done) => {
      written.push(chunk.toString())
      if (isHolding.now) held.push(done)
      else done()
    },
  })
  const release = (): void => {
    isHolding.now = false
    for (const done of held.splice(0)) done()
  }
  return { to, written, isHolding, release }
}

describe('Lines of several processes on one output', () => {
  it('stay whole, regardless of how they arrive', async () => {
    const { to, written } = aSink()
    const [one, other] = [new PassThrough(), new PassThrough()]
    forwardLines(one, to)
    forwardLines(other, to)
    const long = 'x'.repeat(200_000)
    one.write('begun ')
    other.write(long.slice(0, 100_000))
    one.write('and ended\nnext')
    other.write(`${long.slice(100_000)}\n`)
    one.end()
    other.end('last\n')
    await eventually('all lines', () => written.join('').length === 200_027)
    expect(written.join('').split('\n').sort()).to.deep.equal(
      ['', 'begun and ended', 'last', 'next', long].sort(),
    )
  })

  it('wait for a blocked output without loss', async () => {
    const { to, written, isHolding, release } = aSink()
    const from = new PassThrough()
    forwardLines(from, to)
    isHolding.now = true
    for (let line = 0; line < 100; line += 1) from.write(`${line}\n`)
    await eventually('the source waits', () => from.isPaused())
    release()
    from.end()
    await eventually('the last line', () => written.join('').endsWith('99\n'))
    expect(written.join('').split('\n')).to.have.length(101)
  })

  it('are dropped if the output is closed, without blocking the process', async () => {
    const { to, isHolding } = aSink()
    const from = new PassThrough()
    forwardLines(from, to)
    to.on('error', () => undefined)
    isHolding.now = true
    for (let line = 0; line < 100; line += 1) from.write(`${line}\n`)
    await eventually('the source waits', () => from.isPaused())
    to.destroy(new Error('gone'))
    from.end(`${'x'.repeat(1_000_000)}\n`)
    await eventually('the end', () => from.readableEnded)
  })
})
