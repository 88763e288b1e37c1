import type { Storage } from '@postrider/core/assembly/storage'
import { watchSends } from '@postrider/core/assembly/watch-sends'
import { E } from '@postrider/core/fp'
import { expect } from 'chai'

type Method = (...given: readonly string[]) => () => Promise<unknown>

const GIVEN = ['first', 'second', 'third', 'fourth']

describe('A storage whose sends are measured', () => {
  it('passes on every argument of every method', async () => {
    const called: unknown[] = []
    const recording = new Proxy<Record<string, Method>>(
      {},
      {
        get:
          (_, name): Method =>
          (...given) => {
            called.push([name, ...given])
            return async () => E.right(undefined)
          },
      },
    )
    const noted: string[] = []
    const storage = { acceptance: recording, dispatch: recording } as unknown as Storage
    const watched = watchSends(storage, { nowMs: () => 0 }, { note: (kind) => noted.push(kind) })
    const methods = { ...watched.acceptance, ...watched.dispatch } as unknown as Record<string, Method>
    for (const [name, method] of Object.entries(methods)) {
      await method(...GIVEN)()
      expect(called.pop()).to.deep.equal([name, ...GIVEN])
    }
    expect(noted).to.have.members(['accept', 'claim'])
  })
})
