import 'reflect-metadata'
import { expect } from 'chai'
import { Container } from 'inversify'
import { provide, tokens } from '@postrider/wiring/tokens'

describe('Typed tokens', () => {
  it('make a swapped, missing or wrong dependency a compile error', () => {
    const container = new Container({ defaultScope: 'Singleton' })
    const bind = container.bind.bind(container)
    const clock = { nowMs: () => 1 }
    const random = { fraction: () => 0.5 }
    provide(bind, tokens.clock, [], () => clock)
    provide(bind, tokens.random, [], () => random)
    // @ts-expect-error The arguments are swapped: a clock is not a random source.
    provide(bind, tokens.phoneNumbers, [tokens.clock, tokens.random], (chance: typeof random) => ({
      countryOf: () => String(chance.fraction()),
    }))
    // @ts-expect-error The created value is not an `Ids`.
    provide(bind, tokens.ids, [tokens.clock], (time) => ({ later: time.nowMs }))
    provide(bind, tokens.timers, [tokens.random, tokens.clock], (chance, time) => ({
      soon: (run) => run(),
      after: () => () => void (chance.fraction() + time.nowMs()),
    }))
    expect(container.get(tokens.timers)).to.have.property('after')
  })
})
