import { operationRoutes } from '@postrider/contracts/openapi/operation-routes'
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
