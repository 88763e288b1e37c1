import fc from 'fast-check'
import { expect } from 'chai'
import type { ReceiptReport, ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'
import { right } from '@postrider/conformance/outcome'
import type { Model, ModelMessage } from '../model.js'
import { dispatch, type ProviderMode, report } from '../model-delivery.js'
import { providerIdOf } from '../moded-provider.js'
import type { Run } from '../run.js'
import { command, type Command } from './command.js'
import { OPERATOR } from './money.js'
import { resumeOrganization, stopOrganization } from '../../core/platform/use-cases/operators/commands.js'

export const advanceOf = (ms: number): Command =>
  command(`advance ${ms} ms`, async (model, { platform }) => {
    await platform.time.advance(ms)
    model.nowMs += ms
  })

export const dispatchOf = (mode: ProviderMode): Command =>
  command(`dispatch, ${mode}`, async (model, { platform }) => {
    const answers = await platform.dispatch(mode)
    expect(
      answers.filter((answer) => answer === 'back'),
      'deliveries given back',
    ).to.deep.equal([])
    dispatch(model, mode)
  })

/** A provider's report about the message at this position, counted from the newest. */
interface Reported {
  readonly place: number
  readonly status: ReceiptStatus
  /** The number of the provider's event. The same number means the same report. */
  readonly event: string
  readonly by: 'us' | 'provider'
}

const reportOf = (
  { providerAccountId }: Run,
  { messageId = expect.fail('the message has no name') }: ModelMessage,
  { status, event, by }: Reported,
): ReceiptReport => ({
  providerAccountId,
  messageId: by === 'us' ? messageId : undefined,
  providerMessageId: by === 'us' ? undefined : providerIdOf(messageId).toUpperCase(),
  status,
  failureCode: undefined,
  recipient: undefined,
  providerTimeMs: undefined,
  raw: '{}',
  eventKey: `${messageId} ${event}`,
})

const nameOfReport = ({ place, status, event, by }: Reported): string =>
  `${status} for ${place} (event ${event}, named by ${by})`

const messageAt = ({ messages }: Model, place: number): ModelMessage | undefined =>
  messages.at(-1 - (place % messages.length))

/** Concurrent reports, or none without a message yet. */
const receiptsOf = (reported: readonly Reported[]): Command =>
  command(`receipts: ${reported.map(nameOfReport).join(', ')}`, async (model, run) => {
    const { receipts } = run.platform.dispatching
    const about = reported.flatMap((one) => {
      const message = messageAt(model, one.place)
      return message === undefined ? [] : [{ ...one, message }]
    })
    await right(receipts.record({ reports: about.map((one) => reportOf(run, one.message, one)) }))
    await receipts.idle()
    for (const { message, status, event, by } of about) report(message, status, event, by)
  })

/** Reports the delivery of every message of the run. */
export const allDelivered: Command = command('all is delivered', async (model, run) => {
  const all = model.messages.map((_, place) => ({
    place,
    status: 'delivered' as const,
    event: 'the end',
    by: 'us' as const,
  }))
  if (all.length > 0) await receiptsOf(all).run(model, run)
})

const order = (organizationId: Run['organizationId']) => ({
  actor: OPERATOR,
  reason: 'the model said so',
  organizationId,
})

const suspend: Command = command('suspend', async (model, { platform, organizationId }) => {
  const answer = await stopOrganization(platform.ports)(order(organizationId))()
  expect(answer._tag === 'Left' ? answer.left._tag : 'done').to.equal(model.isSuspended ? 'Conflict' : 'done')
  model.isSuspended = true
})

export const resume: Command = command('resume', async (model, { platform, organizationId }) => {
  const answer = await resumeOrganization(platform.ports)(order(organizationId))()
  expect(answer._tag === 'Left' ? answer.left._tag : 'done').to.equal(model.isSuspended ? 'done' : 'Conflict')
  model.isSuspended = false
})

/** Times around the limits, and anything up to twenty minutes. */
export const advances = fc
  .oneof(
    fc.constantFrom(1, 999, 1_000, 29_999, 30_000, 600_000),
    fc.integer({ min: 1_000, max: 60_000 }),
    fc.integer({ min: 60_000, max: 1_200_000 }),
  )
  .map(advanceOf)

export const dispatches = fc
  .oneof(
    { weight: 3, arbitrary: fc.constant<ProviderMode>('taken') },
    fc.constant<ProviderMode>('refused'),
    fc.constant<ProviderMode>('unknown'),
  )
  .map(dispatchOf)

export const receipts = fc
  .array(
    fc.record<Reported>({
      place: fc.nat({ max: 15 }),
      status: fc.constantFrom('accepted', 'delivered', 'read', 'undelivered'),
      event: fc.constantFrom('one', 'two', 'three'),
      by: fc.constantFrom('us', 'provider'),
    }),
    { minLength: 1, maxLength: 4, size: 'max' },
  )
  .map(receiptsOf)

export const switches = fc.oneof({ weight: 2, arbitrary: fc.constant(resume) }, fc.constant(suspend))
