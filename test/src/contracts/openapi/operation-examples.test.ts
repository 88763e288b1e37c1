import { operationRoutes } from '@postrider/contracts/openapi/operation-routes'
import { eventExample } from '@postrider/contracts/events/event-types'
import { IMPLEMENTATIONS } from '@postrider/core/assembly/implementations'
import { type OperationName, OPERATIONS } from '@postrider/core/assembly/registry'
import { Faults } from '@postrider/core/kernel/codecs/fault'
import { type Inspect, wholeAt } from '@postrider/core/kernel/inspections/inspection'
import type { FieldProblem } from '@postrider/core/kernel/refusals/refusal'
import { VOCABULARY } from '@postrider/wiring/providers'
import { expect } from 'chai'

const NOW_MS = Date.parse('2026-11-21T08:29:00Z')
/** Whether a time in an example is allowed depends on the present. */
const OF_TIMES = ['too_small', 'too_large']

class NeedsPorts extends Error {}

/** Inspections that use ports or settings can't run here. */
const NO_PORTS = new Proxy(
  {},
  {
    get: (): never => {
      throw new NeedsPorts()
    },
  },
)

type AnyInspection = (...args: [...Parameters<Inspect<unknown>>, object]) => readonly FieldProblem[]

const inspectionOf = (name: OperationName): AnyInspection | undefined =>
  (IMPLEMENTATIONS[name] as { readonly inspect?: AnyInspection }).inspect

interface Endpoint {
  readonly version: number
  readonly status: string
  readonly description: string
  readonly includeRecipient: boolean
  readonly types: readonly string[] | null
  readonly disabledBecause?: string
}

interface Examples {
  readonly request: Readonly<Record<string, unknown>>
  readonly result: Readonly<Record<string, unknown>>
}

/** The examples of an operation for people, as the document has them. */
const examplesOf = (name: OperationName): Examples => {
  const route = operationRoutes(VOCABULARY).find(({ path }) => path === `/v1/control/${name}`)
  const [request, result] = [route?.request.body, route?.answers[0]?.body]
  if (request?._tag !== 'Shape' || result?._tag !== 'Shape') throw new Error(name)
  return { request: { ...request.rules.example }, result: { ...result.rules.example } }
}

const endpointIn = ({ result }: Examples): Endpoint => result['endpoint'] as Endpoint

describe('The examples of results in the OpenAPI document', () => {
  it('have the shape that the operation returns', () => {
    for (const { path, answers } of operationRoutes(VOCABULARY)) {
      const body = answers[0]?.body
      if (body?._tag !== 'Shape') throw new Error(path)
      const read = body.read(body.rules.example)
      expect(read instanceof Faults, `${path}: ${JSON.stringify(read)}`).to.equal(false)
    }
  })

  it('are what the requests about webhook endpoints do', () => {
    const created = endpointIn(examplesOf('createWebhookEndpoint'))
    expect(created).to.deep.include({ version: 1, description: '', includeRecipient: false, types: null })
    const changes = [
      'updateWebhookEndpoint',
      'rotateWebhookSecret',
      'disableWebhookEndpoint',
      'enableWebhookEndpoint',
    ] as const
    for (const name of changes) {
      const examples = examplesOf(name)
      expect(endpointIn(examples).version, name).to.equal(Number(examples.request['version']) + 1)
    }
    const updated = examplesOf('updateWebhookEndpoint')
    const { description, types } = updated.request
    expect(endpointIn(updated)).to.deep.include({ description, types })
    expect([description, types]).not.to.deep.equal([created.description, created.types])
    const disabled = endpointIn(examplesOf('disableWebhookEndpoint'))
    expect(disabled).to.include({ status: 'disabled', disabledBecause: 'person' })
    expect(endpointIn(examplesOf('enableWebhookEndpoint')).status).to.equal('active')
    expect(examplesOf('deleteWebhookEndpoint').request['reason']).not.to.include('Asha')
  })

  it('show deliveries whose fields fit each other', () => {
    const { request, result } = examplesOf('getWebhookDelivery')
    const { event } = result
    expect(result).to.include({ state: 'delivered', nextAttemptAt: null, sequence: request['sequence'] })
    expect(event).to.include({ sequence: request['sequence'] })
    const { id, type } = event as { readonly id: string; readonly type: string }
    const attempt = { isDelivered: true, status: 200, eventId: id, type, sequence: request['sequence'] }
    expect((result['attempts'] as readonly object[])[0]).to.include(attempt)
    const gap = eventExample('events.gap') as { sequence: number; data: { toSequence: number } }
    expect(gap.sequence).to.equal(gap.data.toSequence + 1)
  })
})

describe('The examples of requests in the OpenAPI document', () => {
  const bodies = operationRoutes(VOCABULARY).map(({ path, request }) => ({
    name: path.split('/').at(-1) as OperationName,
    path,
    body: request.body,
  }))

  it('have the shape that the operation takes', () => {
    expect(bodies.length).to.be.greaterThan(Object.keys(OPERATIONS).length / 2)
    for (const { path, body } of bodies) {
      if (body?._tag !== 'Shape') throw new Error(path)
      const read = body.read(body.rules.example)
      expect(read instanceof Faults, `${path}: ${JSON.stringify(read)}`).to.equal(false)
    }
  })

  it('are accepted by the checks of the operation', () => {
    let inspected = 0
    for (const { name, path, body } of bodies) {
      const inspect = inspectionOf(name)
      if (inspect === undefined || body?._tag !== 'Shape') continue
      try {
        const problems = inspect(body.read(body.rules.example), wholeAt(NOW_MS), NO_PORTS)
        expect(
          problems.filter(({ code }) => !OF_TIMES.includes(code)),
          path,
        ).to.deep.equal([])
        inspected += 1
      } catch (error) {
        if (!(error instanceof NeedsPorts)) throw error
      }
    }
    expect(inspected).to.be.greaterThan(10)
  })
})
