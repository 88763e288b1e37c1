import type { WellShaped } from '@postrider/core/kernel/codecs/well-shaped'
import { checkUsageRange } from '@postrider/core/ledger/domain/usage-range'
import type { FieldProblem } from '@postrider/core/kernel/refusals/refusal'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Postrider } from '@postrider/core/postrider'
import type { Call, OperationId } from '../handlers/handler.js'
import { itemPartsOf } from '../handlers/batch-items.js'

/** The parts of a call's body and query that are well-shaped. */
interface CallParts<K extends OperationId> {
  readonly body: WellShaped<Call<K>['body']>
  readonly query: WellShaped<Call<K>['query']>
}

/** Finds problems in an invalid call without any lookup; for a valid call its use case does. */
type InspectCall<K extends OperationId> = (parts: CallParts<K>) => readonly FieldProblem[]

/** An `InspectCall` of any route. */
export type InspectAnyCall = (parts: never) => readonly FieldProblem[]

export type CallInspections = { readonly [K in OperationId]?: InspectCall<K> }

export interface CallInspectionNeeds {
  readonly postrider: Pick<Postrider, 'inspectMessage' | 'inspectBatch' | 'inspectOtp'>
  readonly clock: Clock
}

/** The routes with rules beyond their shapes. The runner inspects operations itself. */
export const callInspections = ({ postrider, clock }: CallInspectionNeeds): CallInspections => ({
  sendMessage: ({ body }) => postrider.inspectMessage(body),
  sendBatch: ({ body }) => postrider.inspectBatch((body.messages ?? []).map(itemPartsOf)),
  sendOtp: ({ body }) => postrider.inspectOtp(body),
  listUsage: ({ query: { from: fromMs, to: toMs } }) =>
    checkUsageRange({ location: 'query', fromMs, toMs }, clock.nowMs()),
})
