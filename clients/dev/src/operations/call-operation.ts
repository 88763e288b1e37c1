import { randomUUID } from 'node:crypto'
import type { OperationAccess } from '../access/access.js'
import { askOnce, ServiceFault, successOf } from '../access/ask.js'
import type { DataRecord } from '../output/flatten.js'
import type { Body } from './body.js'

/** A new request id for a call that runs once. */
export const drawnRequestId = (): string => `dev-${randomUUID()}`

/** Calls an operation as a person or with an Agent key. */
export const callOperation = async (
  access: OperationAccess,
  operation: string,
  body: Body,
  signal: AbortSignal,
): Promise<DataRecord> => {
  const boundary = access.kind === 'person' ? 'control' : 'agent'
  const bearer = await access.bearer(signal)
  const path = `/v1/${boundary}/${operation}`
  return successOf(await askOnce(access.baseUrl, { method: 'POST', path, bearer, body, signal }))
}

/** Calls a read. An Agent sends a request id with each of its calls, including reads. */
export const readByOperation = (
  access: OperationAccess,
  operation: string,
  body: Body,
  signal: AbortSignal,
): Promise<DataRecord> => {
  const named = access.kind === 'agent' ? { ...body, requestId: drawnRequestId() } : body
  return callOperation(access, operation, named, signal)
}

/** The error of a body that doesn't match its schema; no request was sent. */
export const malformedBody = (operation: string, fieldErrors: ServiceFault['fieldErrors']): ServiceFault =>
  new ServiceFault(`The body isn’t valid for ${operation}.`, { code: 'invalid_request', fieldErrors })
