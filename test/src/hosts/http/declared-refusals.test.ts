import { composeExample } from '@postrider/contracts/openapi/compose-example'
import { closed } from '@postrider/core/kernel/codecs/shape'
import type { Audience, Operation } from '@postrider/core/identity/domain/access/operation'
import { requestFor } from '@postrider/core/runner/domain/entries/published-shapes'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { expect } from 'chai'
import { aToolKey, anAdminToolKey } from '../mcp/keys.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'

const ID = /^[a-z]{3}_/

/** A body in which every id is invalid. */
const withoutIds = (body: object): object =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && ID.test(value) ? 'none' : value,
    ]),
  )

/**
 * The example of an operation's request, with each optional id: for missing records, and with invalid ids.
 */
const bodiesOf = (audience: Audience, operation: Operation): readonly object[] => {
  const shape = requestFor(audience, operation)
  const least = composeExample(closed(shape.required, {}, {}))
  const optional = Object.entries(shape.optional).flatMap(([name, node]) => {
    const more = composeExample(closed({ [name]: node }, {}, {}))
    const value = more[name]
    return typeof value === 'string' && ID.test(value) ? [{ ...least, ...more }] : []
  })
  return [least, ...optional].flatMap((body) => [body, withoutIds(body)])
}

describe("An Agent operation on a record that doesn't exist", () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  for (const audience of ['customerAgent', 'adminAgent'] as const)
    it(`responds as the contract declares (${audience})`, async () => {
      const key = audience === 'adminAgent' ? await anAdminToolKey(http) : await aToolKey(http)
      const headers = { Authorization: `Bearer ${key.bearer}`, 'Content-Type': 'application/json' }
      const undeclared: string[] = []
      for (const name of operationsFor(audience))
        for (const [at, body] of bodiesOf(audience, OPERATIONS[name]).entries()) {
          const sent = { headers, body: JSON.stringify({ ...body, requestId: `absent-${name}-${at}` }) }
          // Each response is compared with the contract.
          await http
            .call('POST', `/v1/agent/${name}`, sent)
            .catch((error: unknown) => undeclared.push(`${name} ${JSON.stringify(body)}: ${String(error)}`))
        }
      expect(undeclared).to.deep.equal([])
    })
})
