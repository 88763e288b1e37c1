import { capabilitiesDocument, capability } from '@postrider/contracts/capabilities/document'
import { capabilitiesText } from '@postrider/contracts/capabilities/document-text'
import { composeExample } from '@postrider/contracts/openapi/compose-example'
import { AUDIENCES, type Audience } from '@postrider/core/identity/domain/access/operation'
import { answerFor, inWords, requestFor } from '@postrider/core/runner/domain/entries/published-shapes'
import { OPERATIONS, type OperationName, operationsFor } from '@postrider/core/assembly/registry'
import { VOCABULARY } from '@postrider/wiring/providers'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'chai'
import { builtDocument } from '../built-document.js'
import { isJsonObject, within } from '../contract-document.js'

const document = capabilitiesDocument(VOCABULARY)

/** The validators of an entry. `strict` finds unknown keywords and references. */
const validators = (entry: unknown) => {
  const ajv = new Ajv2020({
    strict: 'log',
    strictTypes: false,
    strictRequired: false,
    logger: loud,
    // Each schema checks only a few values, and compiling it costs more than running it.
    inlineRefs: false,
    code: { optimize: false },
  })
  formats.default(ajv)
  ajv.addFormat('int64', true)
  ajv.addKeyword('x-extensible-enum')
  const compiled = (part: string) => {
    const schema = within(entry, [part])
    if (!isJsonObject(schema)) throw new Error(`${part} is no schema`)
    return ajv.compile(schema)
  }
  return { request: compiled('requestSchema'), result: compiled('resultSchema') }
}

const loud = {
  log: () => undefined,
  warn: (message: unknown) => {
    throw new Error(String(message))
  },
  error: (message: unknown) => {
    throw new Error(String(message))
  },
}

/** An entry of the document whose schemas have the definitions of the document. */
const withDefinitions = (entry: unknown): unknown => {
  const schemaOf = (part: string): object => {
    const schema = within(entry, [part])
    return { ...(isJsonObject(schema) ? schema : {}), $defs: document['$defs'] }
  }
  return { requestSchema: schemaOf('requestSchema'), resultSchema: schemaOf('resultSchema') }
}

const expectWhole = (audience: Audience, name: OperationName, entry: unknown): void => {
  const { request, result } = validators(entry)
  const operation = inWords(OPERATIONS[name], VOCABULARY)
  const body = composeExample(requestFor(audience, operation))
  const answer = composeExample(answerFor(audience, operation))
  expect(request(body), `${name} ${JSON.stringify(request.errors)}`).to.equal(true)
  expect(request({ ...body, more: 1 }), name).to.equal(false)
  if (audience !== 'customerControl') expect(request({}), name).to.equal(false)
  expect(result(answer), `${name} ${JSON.stringify(result.errors)}`).to.equal(true)
  expect(result({ ...answer, more: 1 }), name).to.equal(true)
  const { requestId: _, ...rest } = answer
  expect(result(rest), name).to.equal(false)
}

describe('The capability registry', () => {
  it('matches its generated form', () => {
    const same = builtDocument('capabilities.json') === capabilitiesText(VOCABULARY)
    expect(same, 'run npm run build').to.equal(true)
  })

  it('defines each named shape once, like a single operation does', () => {
    const shared = document['$defs']
    for (const audience of AUDIENCES)
      for (const name of operationsFor(audience)) {
        const alone = capability(audience, name, inWords(OPERATIONS[name], VOCABULARY))
        for (const part of ['requestSchema', 'resultSchema'])
          for (const [shape, schema] of Object.entries(within(alone, [part, '$defs']) ?? {}))
            expect(within(shared, [shape]), `${name} ${shape}`).to.deep.equal(schema)
      }
    expect(JSON.stringify(document['operations'])).not.to.include('"$defs":')
  })

  it('lists the available operations', () => {
    for (const audience of AUDIENCES) {
      const listed = within(document, ['operations', audience])
      const names = Array.isArray(listed) ? listed.map((entry) => within(entry, ['name'])) : []
      expect(names).to.deep.equal(operationsFor(audience))
    }
    expect(within(document, ['contractVersion'])).to.equal('1.2.0')
  })

  it('has schemas that are complete with its definitions and accept their examples, for signed-in people', () => {
    const entries = within(document, ['operations', 'customerControl'])
    expect(entries).to.have.length(operationsFor('customerControl').length)
    for (const [at, name] of operationsFor('customerControl').entries())
      expectWhole('customerControl', name, withDefinitions(Array.isArray(entries) ? entries[at] : undefined))
  })

  it('has such schemas for Agents too', () => {
    for (const audience of ['customerAgent', 'adminAgent'] as const)
      for (const name of operationsFor(audience)) {
        const entry = capability(audience, name, inWords(OPERATIONS[name], VOCABULARY))
        expectWhole(audience, name, entry)
      }
  })

  it('omits operations only for people at the console', () => {
    const text = capabilitiesText(VOCABULARY)
    const published: ReadonlySet<string> = new Set(AUDIENCES.flatMap(operationsFor))
    for (const name of operationsFor('adminConsole').filter((one) => !published.has(one)))
      expect(text.includes(`"${name}"`), name).to.equal(false)
  })

  it('has what a caller needs to know about an operation', () => {
    const own = capability('customerControl', 'revokeServerCredential', OPERATIONS.revokeServerCredential)
    const facts = {
      mutation: true,
      effect: 'ends',
      keyKinds: [],
      permission: 'credentials.manage',
      controls: ['reason'],
    }
    expect(own).to.include.keys(Object.keys(facts)).and.to.deep.include(facts)
    expect(capability('customerControl', 'registerApp', OPERATIONS.registerApp)['keyKinds']).to.deep.equal([])
    const agents = capability('customerAgent', 'createOrganization', OPERATIONS.createOrganization)
    expect(agents).to.deep.include({ keyKinds: ['bootstrap'], permission: null, controls: [] })
  })
})
