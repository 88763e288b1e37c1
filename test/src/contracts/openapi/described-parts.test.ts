import { expect } from 'chai'
import { openApiDocument, sendingDocument } from '@postrider/contracts/openapi/document'
import { asyncApiDocument } from '@postrider/contracts/asyncapi/document'
import { VOCABULARY } from '@postrider/wiring/providers'
import { OPERATIONS } from '@postrider/core/assembly/registry'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { componentsAt, schemaOf } from '@postrider/contracts/openapi/schema'
import { gapsOf } from './described-parts.js'

const NONE = { operations: [], successes: [], fields: [], scalars: [] }

describe('descriptions and examples', () => {
  it('are complete in the OpenAPI document', () => {
    expect(gapsOf(openApiDocument(VOCABULARY))).to.deep.equal(NONE)
  })

  it('are complete in the part for generators of clients', () => {
    expect(gapsOf(sendingDocument())).to.deep.equal(NONE)
  })

  it('are complete in the document of the console', () => {
    expect(gapsOf(asyncApiDocument(VOCABULARY))).to.deep.equal(NONE)
  })

  it('are complete in all operations, also those of the website', () => {
    for (const operation of Object.values(OPERATIONS) as readonly Operation[]) {
      const components = componentsAt('#/components/schemas/')
      const payload = {
        request: { payload: schemaOf(operation.request, 'request', components) },
        result: { payload: schemaOf(operation.result, 'response', components) },
      }
      const document = {
        operations: { [operation.name]: { description: operation.description } },
        components: { messages: payload, schemas: Object.fromEntries(components.schemas) },
      }
      expect(gapsOf(document), operation.name).to.deep.equal(NONE)
    }
  })

  it('are reported if they are missing', () => {
    const read = { operationId: 'read', description: 'Needs the permission `apps.manage`.' }
    const document = {
      paths: { '/read': { get: { ...read, responses: { 200: { description: 'Done.' } } } } },
      components: {
        schemas: {
          App: { type: 'object', properties: { name: { type: 'string', description: 'The name.' } } },
        },
      },
    }
    const gaps = {
      operations: ['read'],
      successes: ['read 200'],
      fields: ['App', 'App.name'],
      scalars: ['App.name'],
    }
    expect(gapsOf(document)).to.deep.equal(gaps)
  })
})
