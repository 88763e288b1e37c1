import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'chai'
import { CLOSE_CODES } from '@postrider/contracts/live/close-codes'
import { builtDocument } from '../built-document.js'
import { asyncApiText } from '@postrider/contracts/asyncapi/document-text'
import { operatorOperationsText } from '@postrider/contracts/capabilities/operator-operations'
import { CHANGE_KINDS } from '@postrider/core/feed/domain/change'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { VOCABULARY } from '@postrider/wiring/providers'

interface Components {
  readonly messages: Readonly<
    Record<string, { readonly examples?: ReadonlyArray<{ readonly payload: unknown }> }>
  >
}

describe('The documents of the console', () => {
  it('match the registry', () => {
    const operations = operatorOperationsText(VOCABULARY)
    expect(builtDocument('asyncapi.json') === asyncApiText(VOCABULARY), 'npm run build').to.equal(true)
    expect(builtDocument('operator-operations.json') === operations, 'npm run build').to.equal(true)
  })

  it('name every operation of super admins, including those only for people', () => {
    const { operations } = JSON.parse(builtDocument('asyncapi.json')) as {
      operations: Record<string, unknown>
    }
    const named = Object.keys(operations).filter((name) => !name.includes('.'))
    expect(named.sort()).to.deep.equal([...operationsFor('adminConsole')])
  })

  it('have an example of each frame, which its own rules accept', () => {
    const { components } = JSON.parse(builtDocument('asyncapi.json')) as { components: Components }
    const ajv = new Ajv2020({ strict: false, validateSchema: false })
    formats.default(ajv)
    ajv.addSchema({ $id: 'socket', components })
    for (const [name, { examples = [] }] of Object.entries(components.messages)) {
      const validate = ajv.compile({ $ref: `socket#/components/messages/${name}/payload` })
      expect(examples.length, name).to.be.greaterThan(0)
      for (const { payload } of examples)
        expect(validate(payload), `${name}: ${JSON.stringify(validate.errors)}`).to.equal(true)
    }
  })

  it('list the close codes, each with what the client does', () => {
    const { channels } = JSON.parse(builtDocument('asyncapi.json')) as {
      channels: { console: { 'x-close-codes': unknown } }
    }
    expect(channels.console['x-close-codes']).to.deep.equal(Object.values(CLOSE_CODES))
  })
})

describe('A live read', () => {
  const entries: readonly Operation[] = Object.values(OPERATIONS)

  it('names the kinds of changes that concern it, or follows the clock', () => {
    const never = entries.filter(
      ({ live }) => live?.kinds.length === 0 && (live.by === 'tail' || live.againAfterMs === undefined),
    )
    expect(never.map(({ name }) => name)).to.deep.equal([])
  })

  it('changes nothing, and every kind of change concerns one', () => {
    for (const { name, live, mutation } of entries)
      expect(live === undefined || !mutation, name).to.equal(true)
    const kinds = new Set(entries.flatMap(({ live }) => live?.kinds ?? []))
    expect(CHANGE_KINDS.filter((kind) => !kinds.has(kind))).to.deep.equal([])
  })
})
