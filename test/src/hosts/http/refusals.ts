import { ERRORS, type ErrorCode } from '@postrider/contracts/errors/error-registry'
import { expect } from 'chai'
import type { Reply } from './http-client.js'
import type { HttpFixture } from './http-fixture.js'

/** A field error in tests: location, field and code. */
export type Fault = readonly [location: string, field: string, code: string]

/** A property of a reply's body. */
export const valueIn = (reply: Reply, name: string): unknown =>
  typeof reply.body === 'object' && reply.body !== null
    ? Object.entries(reply.body).find(([key]) => key === name)?.[1]
    : undefined

/** The field errors in a reply. */
export const faultsIn = (reply: Reply): readonly Fault[] => {
  const errors = valueIn(reply, 'fieldErrors')
  if (!Array.isArray(errors)) throw new Error('the body has no fieldErrors')
  return errors.map(({ location, field, code }: Record<string, string>) => [
    location ?? '',
    field ?? '',
    code ?? '',
  ])
}

/** Expects the code with its registered status, and no internal details. */
export const expectRefusal = (
  reply: Reply,
  code: ErrorCode,
  faults?: readonly Fault[],
  more: readonly string[] = [],
): void => {
  expect(valueIn(reply, 'code')).to.equal(code)
  expect(reply.status).to.equal(ERRORS[code].status)
  expect(Object.keys(reply.body ?? {})).to.have.members([
    'code',
    'message',
    'requestId',
    'retryable',
    'fieldErrors',
    ...more,
  ])
  expect(valueIn(reply, 'requestId')).to.equal(reply.headers['x-request-id'])
  expect(JSON.stringify(reply.body)).not.to.match(/node_modules|\.js:\d|Error:|sqlite/i)
  if (faults !== undefined) expect(faultsIn(reply)).to.have.deep.members([...faults])
}

/** Expects that nothing was written during an action, by the core's count. */
export const expectNothingWritten = async (http: HttpFixture, during: () => Promise<void>): Promise<void> => {
  const before = await http.written()
  await during()
  expect(await http.written()).to.deep.equal(before)
}
