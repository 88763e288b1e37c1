import type { OperationAccess } from '../access/access.js'
import type { DataRecord } from '../output/flatten.js'
import type { Body } from './body.js'
import { callOperation, drawnRequestId } from './call-operation.js'

const FINISH_MS = 15_000

/** Calls an operation that undoes what the command did, also after Ctrl-C. */
export const finishOperation = (
  access: OperationAccess,
  operation: string,
  body: Body,
): Promise<DataRecord> =>
  callOperation(access, operation, { ...body, requestId: drawnRequestId() }, AbortSignal.timeout(FINISH_MS))
