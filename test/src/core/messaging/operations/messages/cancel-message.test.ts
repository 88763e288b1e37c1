import { expect } from 'chai'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { join, type Person } from '../../../runner/use-cases/a-firm.js'
import {
  aReconciliationScene,
  type ReconciliationScene,
} from '../../../runner/use-cases/a-reconciliation-scene.js'
import { useOffice } from '../../../assembly/an-office.js'

const reason = 'The order was withdrawn.'

describe('A message that waits for a provider', () => {
  const office = useOffice()
  let scene: ReconciliationScene
  let asha: Person
  let organizationId: string

  beforeEach(async () => {
    scene = await aReconciliationScene(office.at)
    organizationId = scene.tenant.scope.organizationId
    asha = await join(office.at, scene.tenant.scope.organizationId, 'developer')
  })
  afterEach(() => scene.close())

  const cancel = ({ messageId }: Pick<Message, 'messageId'>) =>
    office.at.doneAtWebsite(asha, 'cancelMessage', { organizationId, messageId, reason })
  const refused = async ({ messageId }: Pick<Message, 'messageId'>, person = asha, at = organizationId) =>
    (await office.at.refusedAtWebsite(person, 'cancelMessage', { organizationId: at, messageId, reason }))
      ._tag
  const conflictOf = async ({ messageId }: Pick<Message, 'messageId'>) => {
    const request = { organizationId, messageId, reason }
    const left = await office.at.refusedAtWebsite(asha, 'cancelMessage', request)
    return `${left._tag}: ${'message' in left ? left.message : ''}`
  }
  const traced = ({ messageId }: Pick<Message, 'messageId'>) =>
    office.at.doneAtWebsite(asha, 'getOrganizationMessageTrace', { organizationId, messageId })

  it('shows the last refusal, and is cancelled with its money released and never sent', async () => {
    const message = await scene.accept()
    scene.provider.answer({
      _tag: 'TransientFailure',
      detail: 'busy',
      reason: { code: '30001', text: 'Queue overflow' },
    })
    await scene.dispatch(message)
    const waiting = await traced(message)
    expect(waiting.waits?.lastRefusal).to.deep.equal({
      providerCode: '30001',
      providerText: 'Queue overflow',
    })
    expect(waiting.message).to.not.have.property('failure')
    const { message: cancelled } = await cancel(message)
    expect(cancelled).to.deep.include({ state: 'CANCELLED', failureCode: 'cancelled' })
    expect(cancelled.billing.status).to.equal('released')
    const { timeline } = await traced(message)
    expect(timeline.map(({ kind, state, entryType }) => state ?? entryType ?? kind)).to.include.members([
      'release',
      'CANCELLED',
    ])
    expect(JSON.stringify(timeline)).to.not.contain(reason)
    const calls = scene.provider.submissions.length
    await office.at.time.advance(10 * MINUTE_MS)
    await scene.dispatch(message)
    expect(scene.provider.submissions).to.have.length(calls)
    expect(await conflictOf(message)).to.equal('Conflict: The message is already cancelled.')
  })

  it("isn't cancelled once a provider has it, or may have it", async () => {
    const taken = await scene.accept()
    await scene.dispatch(taken)
    expect(await conflictOf(taken)).to.match(
      /^Conflict: (A provider already has the message|The message is already final: DELIVERED)\.$/,
    )
    const lost = await scene.accept()
    scene.provider.answer({ _tag: 'OutcomeUnknown', detail: 'lost' })
    await scene.dispatch(lost)
    expect(await conflictOf(lost)).to.match(
      /^Conflict: .*a provider may have it|the outcome of the call is unknown\.$/,
    )
    const failed = await scene.accept()
    scene.provider.answer({
      _tag: 'PermanentFailure',
      failureCode: 'recipient_invalid',
      detail: 'unknown number',
    })
    await scene.dispatch(failed)
    expect(await conflictOf(failed)).to.equal('Conflict: The message is already final: FAILED.')
  })

  it('is cancelled only by members who manage apps, in its own Organization', async () => {
    const message = await scene.accept()
    const viewer = await join(office.at, scene.tenant.scope.organizationId, 'viewer')
    expect(await refused(message, viewer)).to.equal('PermissionDenied')
    const other = await aReconciliationScene(office.at)
    const elsewhere = other.tenant.scope.organizationId
    const stranger = await join(office.at, elsewhere, 'owner')
    expect(await refused(message, stranger, elsewhere)).to.equal('NotFound')
    await other.close()
    expect((await cancel(message)).message.state).to.equal('CANCELLED')
  })
})
