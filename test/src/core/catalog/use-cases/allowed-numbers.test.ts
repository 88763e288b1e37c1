import { expect } from 'chai'
import { allowedNumbers } from '@postrider/core/catalog/use-cases/allowed-numbers'
import type { NumberPrefix } from '@postrider/core/channels/number-prefix'
import { E } from '@postrider/core/fp'
import { aNumberPrefix } from '@postrider/conformance/builders/a-number-prefix'

const NUMBER = '+85245450000'

const aProcess = () => {
  const stored = { epoch: 1, value: [] as readonly NumberPrefix[], reads: 0, isDown: false, nowMs: 1_000 }
  let checks = 0
  const numbers = allowedNumbers({
    storage: {
      catalog: {
        numberPrefixes: () => async () => {
          stored.reads += 1
          if (stored.isDown) return E.left({ _tag: 'StorageUnavailable', cause: 'down' } as const)
          return E.right({ epoch: stored.epoch, value: stored.value })
        },
      },
    },
    clock: { nowMs: () => stored.nowMs },
    phoneNumbers: {
      countryOf: (to) => {
        checks += 1
        return to === '+919812345678' ? 'IN' : undefined
      },
    },
  })
  return { stored, numbers, checks: () => checks }
}

describe('Numbers that super admins have allowed', () => {
  it('are known after a refusal, which reads them at most once a second', async () => {
    const { stored, numbers } = aProcess()
    expect(numbers.countryOf(NUMBER)).to.equal(undefined)
    await numbers.catchUp()
    stored.value = [aNumberPrefix()]
    stored.epoch = 2
    stored.nowMs += 999
    await Promise.all([numbers.catchUp(), numbers.catchUp()])
    expect([numbers.countryOf(NUMBER), stored.reads]).to.deep.equal([undefined, 1])
    stored.nowMs += 1
    await Promise.all([numbers.catchUp(), numbers.catchUp()])
    expect([numbers.countryOf(NUMBER), stored.reads]).to.deep.equal(['HK', 2])
  })

  it('are read at once after a change that concerns everyone, also if the prefix was removed', async () => {
    const { stored, numbers } = aProcess()
    stored.value = [aNumberPrefix()]
    await numbers.read()
    expect(numbers.countryOf(NUMBER)).to.equal('HK')
    Object.assign(stored, { epoch: 2, value: [] })
    await numbers.read()
    expect(numbers.countryOf(NUMBER)).to.equal(undefined)
  })

  it('stay as they were read last if they can’t be read', async () => {
    const { stored, numbers } = aProcess()
    stored.value = [aNumberPrefix()]
    await numbers.read()
    stored.isDown = true
    await numbers.read()
    expect(numbers.countryOf(NUMBER)).to.equal('HK')
    expect(numbers.countryOf('+919812345678')).to.equal('IN')
  })
})
