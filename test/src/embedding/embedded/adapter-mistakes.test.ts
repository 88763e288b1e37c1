import { join } from 'node:path'
import { expect } from 'chai'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { Queue } from '@postrider/core/messaging/ports/queue'
import { type EmbeddedPostrider, type OpenOptions, openPostrider } from '@postrider/embedded'
import { soundOutcome } from '@postrider/core/providers/domain/calls/sound-outcome'
import { eventually } from '@postrider/conformance/eventually'
import { freshDirectory } from '../../servers/run-directory.js'

describe("An adapter's error", () => {
  const opened: EmbeddedPostrider[] = []
  const unhandled: unknown[] = []
  const note = (cause: unknown): void => void unhandled.push(cause)
  before(() => process.on('unhandledRejection', note))
  after(() => process.off('unhandledRejection', note))
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
    expect(unhandled.splice(0)).to.deep.equal([])
  })

  const started = async (options: OpenOptions) => {
    const lines: string[] = []
    const dataDir = join(await freshDirectory('embedded'), 'data')
    const log = { write: (line: string) => void lines.push(line) }
    const postrider = await openPostrider({ ...options, dataDir, log })
    opened.push(postrider)
    await postrider.start()
    return { lines, postrider }
  }

  it('in consume of a queue is logged, and the host program continues', async () => {
    const queue: Queue = {
      publish: () => () => Promise.reject(new Error('no broker')),
      consume: () => () => {
        throw new Error('consume is broken')
      },
      depth: () => () => Promise.reject(new Error('no broker')),
      isUp: () => true,
      close: () => Promise.resolve(),
    }
    const { lines } = await started({ queue })
    await eventually('it is logged', () => lines.some((line) => line.includes('consume is broken')))
  })

  for (const [how, emit] of [
    ['throws', () => expect.fail('emit is broken')],
    ['rejects', () => Promise.reject(new Error('emit is broken')) as unknown as undefined],
  ] as const)
    it(`in telemetry that ${how} is logged, and messages continue`, async () => {
      const { lines, postrider } = await started({ ports: { telemetry: { emit } } })
      const { credential, projectId, appId, templates } = await postrider.setUpTestTenant()
      const message = {
        projectId,
        appId,
        channel: 'sms',
        to: '+447400123456',
        templateId: templates.sms,
      } as const
      const variables = { name: 'Asha', order: '10024' }
      const api = postrider.as(credential)
      const { messageId } = await api.messages.send({ ...message, variables })
      expect((await api.messages.waitFor(messageId)).state).to.equal('DELIVERED')
      await eventually('it is logged', () => lines.some((line) => line.includes('emit is broken')))
    })
})

describe('An outcome that an adapter returns', () => {
  const sound = (returned: unknown) => soundOutcome(returned as SubmitOutcome)

  it('is used unchanged if it is valid', () => {
    const taken: SubmitOutcome = { _tag: 'Accepted', providerMessageIds: ['a-1'] }
    expect(sound(taken)).to.deep.equal({ outcome: taken })
  })

  for (const [what, returned, words] of [
    ['nothing', undefined, 'undefined'],
    ['of an unknown kind', { _tag: 'Sent' }, 'Sent'],
    ['Accepted with numbers as ids', { _tag: 'Accepted', providerMessageIds: [7] }, 'providerMessageIds'],
    ['NotAttempted without a detail', { _tag: 'NotAttempted' }, 'detail'],
  ] as const)
    it(`counts as unknown, with the problem, if it is ${what}`, () => {
      const { outcome, fault } = sound(returned)
      expect(outcome._tag).to.equal('OutcomeUnknown')
      expect(fault).to.include(words)
    })

  it('counts as provider_rejected if its failure code is unknown', () => {
    const { outcome, fault } = sound({ _tag: 'PermanentFailure', failureCode: 'nonsense', detail: 'no' })
    expect(outcome).to.deep.equal({
      _tag: 'PermanentFailure',
      failureCode: 'provider_rejected',
      detail: 'no',
    })
    expect(fault).to.include('failureCode')
  })
})
