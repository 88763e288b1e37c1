import { expect } from 'chai'
import type { OperationName } from '@postrider/core/assembly/registry'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { fresh } from '@postrider/conformance/builders/fresh'
import { useOffice } from '../../../assembly/an-office.js'
import { aReconciliationScene } from '../../../runner/use-cases/a-reconciliation-scene.js'
import { CONFLICT, NOT_FOUND } from '../../../runner/use-cases/strange.js'

const REASON = { reason: 'Somebody has to say.' }
const EVIDENCE = { evidence: "It stands in the provider's log." }

describe('Decisions about unknown outcomes', () => {
  const office = useOffice()
  const REFUSED: ReadonlyArray<readonly [OperationName, object]> = [
    ['getMessageTrace', {}],
    ['resolveUnconfirmedMessage', { outcome: 'failed', version: 1, ...EVIDENCE, ...REASON }],
    ['requeueDeadLetter', { version: 1, ...REASON }],
    ['assignOrphanReceipt', { receiptId: fresh.id('rct'), ...REASON }],
  ]

  it('are refused without a trace for an unknown message, receipt or account', async () => {
    const operator = await office.at.operator()
    const { messageId } = aMessage()
    for (const [operation, body] of REFUSED)
      expect(
        await office.at.refusedAbove(operator, operation, { messageId, ...body }),
        operation,
      ).to.deep.equal(NOT_FOUND)
    const organizationId = fresh.id('org')
    for (const [operation, body] of [
      ['dismissReceipt', { receiptId: fresh.id('rct') }],
      ['runReconciliation', { organizationId }],
      ['restoreAccountFigures', { organizationId, currency: 'INR', version: 1 }],
    ] as const)
      expect(
        await office.at.refusedAbove(operator, operation, { ...body, ...REASON }),
        operation,
      ).to.deep.equal(NOT_FOUND)
  })

  it('are refused if the message is in another state', async () => {
    const operator = await office.at.operator()
    const scene = await aReconciliationScene(office.at)
    const { messageId } = await scene.accept()
    const bodies: ReadonlyArray<readonly [OperationName, object]> = [
      ['resolveUnconfirmedMessage', { outcome: 'failed', version: 1, ...EVIDENCE }],
      ['requeueDeadLetter', { version: 1 }],
    ]
    for (const [operation, body] of bodies)
      expect(
        await office.at.refusedAbove(operator, operation, { messageId, ...body, ...REASON }),
        operation,
      ).to.deep.equal(CONFLICT)
  })

  it('are refused for a super admin without the permission, and so are reads', async () => {
    const billing = await office.at.operator(['admin.billing', 'admin.support'])
    const messages = await office.at.operator(['admin.messages'])
    const { messageId } = aMessage()
    const all: ReadonlyArray<readonly [OperationName, object, Operator]> = [
      ...REFUSED.map(([operation, body]) => [operation, { messageId, ...body }, billing] as const),
      ['listMessages', {}, billing],
      ['listDeadLetters', {}, billing],
      ['listOrphanReceipts', {}, billing],
      ['listContradictoryReceipts', {}, billing],
      ['dismissReceipt', { receiptId: fresh.id('rct'), ...REASON }, billing],
      ['listDriftingAccounts', {}, messages],
      ['runReconciliation', REASON, messages],
      [
        'restoreAccountFigures',
        { organizationId: fresh.id('org'), currency: 'INR', version: 1, ...REASON },
        messages,
      ],
    ]
    for (const [operation, body, caller] of all)
      expect(await office.at.refusedAbove(caller, operation, body), operation).to.have.property(
        '_tag',
        'PermissionDenied',
      )
  })

  it('are refused if they contradict themselves or have no reason', async () => {
    const operator = await office.at.operator()
    const { messageId } = aMessage()
    const body = { messageId, outcome: 'failed', version: 1, ...EVIDENCE, ...REASON }
    for (const [wrong, field] of [
      [{ ...body, providerMessageId: 'x-1' }, '/providerMessageId'],
      [{ ...body, reason: undefined }, '/reason'],
      [{ ...body, evidence: ' ' }, '/evidence'],
      [{ ...body, outcome: 'READ' }, '/outcome'],
      [{ ...body, version: 0 }, '/version'],
    ] as const) {
      const refused = await office.at.refusedAbove(operator, 'resolveUnconfirmedMessage', wrong)
      expect(refused, field).to.have.nested.property('fields[0].field', field)
    }
  })
})
