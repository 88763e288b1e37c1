import { expect } from 'chai'
import { type UnknownKey, unknownKey } from '@postrider/core/kernel/ids/key-id'
import { E } from '@postrider/core/fp'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { aDispatcher } from '../../../fakes/dispatch-world.js'
import { aCaller } from './a-caller.js'
import { aSlowDispatcher, type Dispatcher } from './a-slow-dispatcher.js'

describe('Sealed variables of a message', () => {
  const CODE = '917350'
  const masked = { variables: { name: 'Asha', code: '******' }, sealedVariables: 'the sealed text' }

  /** A caller whose key ring opens to a text, or throws, and the positions that it was called with. */
  const aKeyHolder = (unsealed: string | UnknownKey | Error, one: Dispatcher = aDispatcher()) => {
    const opened: Array<readonly [string, string]> = []
    const open = (sealed: string, place: string): E.Either<UnknownKey, string> => {
      opened.push([sealed, place])
      if (unsealed instanceof Error) throw unsealed
      return typeof unsealed === 'string' ? E.right(unsealed) : E.left(unsealed)
    }
    return { one, opened, ...aCaller(one, { keyRing: { ...one.ports.keyRing, open } }) }
  }
  const failures = ({ emitted }: Dispatcher): readonly string[] =>
    emitted.flatMap((what) => (what._tag === 'PartFailed' && what.where === 'keys' ? [what.cause] : []))

  it('are opened for their own position and replace the masks', async () => {
    const { one, opened, aCall, call } = aKeyHolder(JSON.stringify({ code: CODE }))
    const otp = aCall(masked)
    expect((await one.time.until(call(otp)))._tag).to.equal('Accepted')
    expect(one.provider.submissions[0]?.submission.content).to.include({
      text: `Hello Asha, your code is ${CODE}.`,
    })
    expect(one.provider.submissions[0]?.submission.otp).to.equal(CODE)
    const place = `messages|${otp.message.messageId}|sealed_variables`
    expect(opened).to.deep.equal([['the sealed text', place]])
    expect(JSON.stringify(one.emitted)).not.to.contain(CODE)
  })

  it("stay sealed while the message waits, and if it isn't sent in the end", async () => {
    const { one, opened, aCall, call } = aKeyHolder(JSON.stringify({ code: CODE }), aSlowDispatcher(1, 6_000))
    void call(aCall())
    const late = call(aCall({ ...masked, expiresAtMs: NOW_MS + 5_000 }))
    await one.time.advance(6_000)
    expect((await late)._tag).to.equal('Deferred')
    expect(opened).to.deep.equal([])
  })

  for (const [what, unsealed] of [
    ['cannot be opened', new Error('the sealed text was changed')],
    ["aren't JSON", `{"code":"${CODE}"`],
    ["aren't a record of texts", `{"code":${CODE}}`],
  ] as const) {
    it(`that ${what} hold the message back and are reported without their content`, async () => {
      const { one, aCall, call } = aKeyHolder(unsealed)
      const detail = 'the encrypted variables cannot be decrypted'
      const first = await one.time.until(call(aCall(masked)))
      const repeat = await one.time.until(call(aCall(masked, { isRepeat: true })))
      expect([first, repeat]).to.deep.equal([
        { _tag: 'Deferred', detail, failed: 'unsealing', isRepeat: false, isDueNow: false },
        { _tag: 'Deferred', detail, failed: 'unsealing', isRepeat: true, isDueNow: false },
      ])
      expect(one.provider.submissions).to.have.length(0)
      expect(failures(one)).to.have.length(2)
      expect(JSON.stringify(one.emitted)).not.to.contain(CODE)
    })
  }

  it('with a missing key hold the message back without counting a failure', async () => {
    const { one, aCall, call } = aKeyHolder(unknownKey('k7'))
    const detail = 'encrypted with the key k7, which this process does not have'
    const first = await one.time.until(call(aCall(masked)))
    const repeat = await one.time.until(call(aCall(masked, { isRepeat: true })))
    expect([first, repeat]).to.deep.equal([
      { _tag: 'Deferred', detail, isRepeat: false, isDueNow: false },
      { _tag: 'Deferred', detail, isRepeat: true, isDueNow: false },
    ])
    expect(one.provider.submissions).to.have.length(0)
    expect(failures(one)).to.have.length(2)
  })

  it('that are absent leave the variables unchanged', async () => {
    const { one, opened, aCall, call } = aKeyHolder(new Error('nobody should ask'))
    await one.time.until(call(aCall()))
    expect(one.provider.submissions[0]?.submission.content).to.include({
      text: 'Hello Asha, your code is 0042.',
    })
    expect(opened).to.deep.equal([])
  })
})
