import { readFileSync } from 'node:fs'
import { openApiDocument } from '@postrider/contracts/openapi/document'
import { openApiText } from '@postrider/contracts/openapi/document-text'
import { ROUTE_LIST } from '@postrider/contracts/routes/route-table'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'chai'
import { isJsonObject, pointer, within } from '../contract-document.js'

const document = openApiDocument()
const committed = new URL('../../../../contracts/openapi.json', import.meta.url)

describe('the OpenAPI document', () => {
  it('is committed as it is generated', () => {
    const same = readFileSync(committed, 'utf8') === openApiText()
    expect(same, 'run npm run fix').to.equal(true)
  })

  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(JSON.parse(openApiText()) as Record<string, unknown>)
    expect(result.errors ?? [], JSON.stringify(result.errors)).to.deep.equal([])
    expect(result.valid).to.equal(true)
    expect(document['openapi']).to.equal('3.1.0')
    expect(within(document, ['info', 'version'])).to.equal('1.2.0')
  })

  it('describes every route, its credential and all its statuses', () => {
    for (const route of ROUTE_LIST) {
      const operation = within(document, ['paths', route.path, route.method.toLowerCase()])
      expect(within(operation, ['operationId'])).to.equal(route.operationId)
      expect(within(operation, ['security'])).to.have.length(route.boundary === 'none' ? 0 : 1)
      expect(within(operation, ['responses'])).to.include.keys(
        route.answers.map(({ status }) => String(status)),
      )
    }
  })

  it('closes requests and leaves responses open', () => {
    expect(within(document, ['components', 'schemas', 'MessageRequest', 'additionalProperties'])).to.equal(
      false,
    )
    for (const name of ['AcceptedMessage', 'Message', 'Error', 'Balance', 'UsagePage'])
      expect(within(document, ['components', 'schemas', name]), name)
        .to.be.an('object')
        .that.does.not.have.property('additionalProperties')
  })

  it('uses no extension', () => {
    expect(namesWithin(document).filter((name) => name.startsWith('x-'))).to.deep.equal([])
  })

  it('has only examples that keep its own rules', () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false })
    formats.default(ajv)
    ajv.addSchema({ $id: 'contract', ...document })
    const places = exampleDots(document, [])
    expect(places).to.have.length.above(30)
    for (const { schema, example } of places) {
      const validate = ajv.compile({ $ref: `contract#${pointer(schema)}` })
      expect(validate(example), `${schema.join(' ')}: ${ajv.errorsText(validate.errors)}`).to.equal(true)
    }
  })
})

const namesWithin = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(namesWithin)
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, part]) => [name, ...namesWithin(part)])
    : []
}

interface ExampleDot {
  readonly schema: readonly string[]
  readonly example: unknown
}

/** Each example with the place of the schema that it must keep: beside it, or around it. */
const exampleDots = (value: unknown, at: readonly string[]): readonly ExampleDot[] => {
  if (!isJsonObject(value)) return []
  const beside =
    value['example'] === undefined ? [] : [{ schema: [...at, 'schema'], example: value['example'] }]
  const { examples } = value
  const around = Array.isArray(examples) ? examples.map((example: unknown) => ({ schema: at, example })) : []
  const parts = Object.entries(value).filter(([name]) => name !== 'example')
  return [...beside, ...around, ...parts.flatMap(([name, part]) => exampleDots(part, [...at, name]))]
}
