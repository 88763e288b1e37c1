import { availableParallelism } from 'node:os'
import { setImmediate as settle } from 'node:timers/promises'
import { expect } from 'chai'
import fc from 'fast-check'
import { createPasswords } from '@postrider/node/auth/argon2-passwords'
import { handHashing } from './hand-hashing.js'

/** A caller arrives, or one of the running hashes ends. */
type Event = 'comes' | number

const events = fc.array(fc.oneof(fc.constant<Event>('comes'), fc.nat(5)), { maxLength: 40 })

describe('Passwords under load', () => {
  it('are hashed in the order of arrival up to a limit, and refused beyond the limit of waiting ones', async () => {
    const bounds = { atOnce: fc.integer({ min: 1, max: 4 }), waiting: fc.nat(4) }
    await fc.assert(
      fc.asyncProperty(fc.record(bounds), events, async ({ atOnce, waiting }, happening) => {
        const hashing = handHashing()
        const passwords = createPasswords({ atOnce, waiting, hashing })
        const answers = new Map<string, string>()
        const model = { running: [] as string[], line: [] as string[], begun: [] as string[], refused: 0 }
        const begin = (who: string): void => {
          model.running.push(who)
          model.begun.push(who)
        }
        for (const [at, event] of happening.entries()) {
          const who = `password ${at}`
          if (event === 'comes') {
            const work = at % 2 === 0 ? passwords.hash(who) : passwords.matches(who, undefined)
            void work().then(({ _tag }) => answers.set(who, _tag))
            if (model.running.length < atOnce) begin(who)
            else if (model.line.length < waiting) model.line.push(who)
            else model.refused += 1
          } else if (model.running.length > 0) {
            const served = event % model.running.length
            hashing.finish(served)
            model.running.splice(served, 1)
            const next = model.line.shift()
            if (next !== undefined) begin(next)
          }
          await settle()
          expect(hashing.running()).to.deep.equal(model.running)
          expect(hashing.begun).to.deep.equal(model.begun)
          const refused = [...answers.values()].filter((tag) => tag === 'Left').length
          expect(refused).to.equal(model.refused)
          expect(answers.size - refused).to.equal(model.begun.length - model.running.length)
        }
      }),
    )
  })

  it('are refused as Overloaded', async () => {
    const passwords = createPasswords({ atOnce: 1, waiting: 0, hashing: handHashing() })
    void passwords.hash('first')()
    for (const work of [passwords.hash('second'), passwords.matches('third', undefined)]) {
      const answer = await work()
      expect(answer).to.deep.include({ _tag: 'Left' })
      expect(answer).to.have.nested.property('left._tag', 'Overloaded')
    }
  })

  it('can wait, by default 256 beyond the one or two that the machine allows', async () => {
    const hashing = handHashing()
    const passwords = createPasswords({ hashing })
    const answers: string[] = []
    for (let at = 0; at < 260; at += 1)
      void passwords
        .hash(`${at}`)()
        .then(({ _tag }) => answers.push(_tag))
    await settle()
    const atOnce = availableParallelism() > 2 ? 2 : 1
    expect(hashing.begun).to.deep.equal(['0', '1'].slice(0, atOnce))
    expect(answers).to.deep.equal(['Left', 'Left', 'Left'].slice(0, 260 - 256 - atOnce))
  })

  it("can't be overtaken by one that arrives at the exact time a slot is freed", async () => {
    for (let moment = 0; moment < 12; moment += 1) {
      const hashing = handHashing()
      const passwords = createPasswords({ atOnce: 1, waiting: 2, hashing })
      void passwords.hash('first')()
      void passwords.hash('second')()
      hashing.finish(0)
      for (let turn = 0; turn < moment; turn += 1) await Promise.resolve()
      void passwords.hash('third')()
      await settle()
      expect(hashing.begun, `${moment}`).to.deep.equal(['first', 'second'])
      expect(hashing.running(), `${moment}`).to.deep.equal(['second'])
    }
  })

  it('free their slot also when hashing fails', async () => {
    const hashing = handHashing()
    const passwords = createPasswords({ atOnce: 1, waiting: 1, hashing })
    const failed = passwords
      .hash('first')()
      .then(
        () => 'answered',
        (error: unknown) => String(error),
      )
    void passwords.hash('second')()
    hashing.finish(0, new Error('no memory'))
    expect(await failed).to.equal('Error: no memory')
    await settle()
    expect(hashing.running()).to.deep.equal(['second'])
  })
})
