import { expect } from 'chai'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import type { Storage } from '@postrider/core/assembly/storage'
import { FAMILIES, openNextToStranger, NO_LOCK_WAIT_MS, type Stranger } from './strangers.js'

for (const [name, family] of Object.entries(FAMILIES))
  describe(`Rate buckets that another transaction locks on ${name}`, () => {
    let storage: Storage
    let stranger: Stranger
    openNextToStranger(family, (opened) => ({ storage, stranger } = opened))

    /** Takes one token of each lockable bucket, full with 10, and returns the rest of each. */
    const takeOne = (keys: readonly string[], locked: 'wait' | 'skip') =>
      right(
        storage.limits.take(
          keys,
          (buckets, skipped = new Set()) => {
            const free = keys.filter((key) => !skipped.has(key))
            const next = free.map((key) => [key, (buckets.get(key)?.tokens ?? 10) - 1] as const)
            return {
              buckets: new Map(next.map(([key, tokens]) => [key, { tokens, atMs: NOW_MS }])),
              result: { left: new Map(next), skipped: [...skipped] },
            }
          },
          locked,
        ),
      )

    it('are skipped at once, while the others are used, and waiting callers get them later', async () => {
      const [held, other, unopened] = [fresh.hex(32), fresh.hex(32), fresh.hex(32)]
      await takeOne([held, other], 'skip')
      const key = name === 'PostgreSQL' ? `'\\x${held}'` : `X'${held}'`
      await stranger.query(`BEGIN; SELECT 1 FROM rate_buckets WHERE bucket_key = ${key} FOR UPDATE`)
      const startedMs = performance.now()
      const taken = await takeOne([held, other, unopened], 'skip')
      expect(performance.now() - startedMs).to.be.lessThan(NO_LOCK_WAIT_MS)
      expect(taken.skipped).to.deep.equal([held])
      expect([...taken.left]).to.have.deep.members([
        [other, 8],
        [unopened, 9],
      ])
      const waiting = takeOne([held], 'wait')
      await stranger.query('ROLLBACK')
      expect([...(await waiting).left]).to.deep.equal([[held, 8]])
    })
  })
