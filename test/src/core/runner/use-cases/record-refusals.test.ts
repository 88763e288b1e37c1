import { expect } from 'chai'
import { invalidRequest, type Refusal, refusal } from '@postrider/core/kernel/refusals/refusal'
import { E, TE } from '@postrider/core/fp'
import type { Act } from '@postrider/core/audit/use-cases/record-act'
import { recordRefusals } from '@postrider/core/runner/use-cases/record-refusals'
import type { RunOperation } from '@postrider/core/runner/use-cases/run-operation'
import { anOperator } from '../../../builders/an-operator.js'
import { aWorld } from '../../fakes/world.js'

const ORIGIN = { requestId: 'req-of-the-test', clientAddress: '192.0.2.1' }

/** A super admin who always gets this refusal, and what is logged about it. */
const refusedWith = async (left: Refusal, isAway = false) => {
  const { ports } = aWorld()
  const operator = await anOperator(ports, [])
  const run: RunOperation = () => TE.left(left)
  const acts: Act[] = []
  const recording = recordRefusals(run, async (act) => {
    acts.push(act)
    return isAway ? E.left({ _tag: 'StorageUnavailable', cause: 'away' }) : E.right(undefined)
  })
  const answer = await recording(operator, 'listSuperAdmins', {}, ORIGIN)()
  return { answer, acts, operator }
}

describe('A refusal of a super admin', () => {
  it('is an event of the platform that names them, the operation and the refusal', async () => {
    const { answer, acts, operator } = await refusedWith(refusal('PermissionDenied'))
    expect(answer).to.deep.equal(E.left(refusal('PermissionDenied')))
    const { userId } = operator.facts.user
    expect(acts).to.deep.equal([
      {
        actor: { kind: 'operator', id: userId },
        credentialId: undefined,
        action: 'listSuperAdmins',
        target: userId,
        organizationId: undefined,
        outcome: 'refused',
        details: { refusal: 'PermissionDenied' },
        origin: ORIGIN,
      },
    ])
  })

  it("isn't an event when a body is invalid, and is an outage when it can't be written", async () => {
    expect((await refusedWith(invalidRequest([]))).acts).to.deep.equal([])
    const { answer } = await refusedWith(refusal('NotFound'), true)
    expect(answer).to.deep.equal(E.left({ _tag: 'StorageUnavailable', cause: 'away' }))
  })
})
