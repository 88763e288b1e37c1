// The operations of openapi.json, and the operations of super admins, which have no endpoint of their own.
import { readJson } from '../lib/repository.mjs'
import { fieldsOf, resolved } from './schema-fields.mjs'

const isSuccess = (status) => /^[23]/.test(status)

const exampleOf = ({ schema = {}, example }) => example ?? schema.example ?? schema.examples?.[0]

const parameterOf = (parameter, document) => {
  const found = resolved(parameter, document)
  const schema = resolved(found.schema, document)
  return {
    name: found.name,
    place: found.in,
    isRequired: found.required === true,
    example: exampleOf({ ...found, schema }),
    field: {
      ...fieldsOf({ type: 'object', properties: { value: found.schema } }, { document })[0],
      name: found.name,
      path: [found.name],
      isRequired: found.required === true,
      description: found.description ?? '',
    },
  }
}

const jsonOf = (content = {}) => content['application/json']

const responseOf = ([status, response], document) => {
  const { description, content, headers = {} } = resolved(response, document)
  const json = jsonOf(content)
  return {
    status,
    description,
    contentTypes: Object.keys(content ?? {}),
    headers: Object.entries(headers).map(([name, header]) => ({ name, ...resolved(header, document) })),
    fields: json === undefined ? [] : fieldsOf(json.schema, { document }),
    example: json?.example,
    codes: response['x-error-codes'] ?? [],
  }
}

const operationOf = (path, method, operation, document) => {
  const body = jsonOf(operation.requestBody?.content)
  const bodies = Object.keys(operation.requestBody?.content ?? {})
  const responses = Object.entries(operation.responses).map((entry) => responseOf(entry, document))
  return {
    id: operation.operationId,
    tag: operation.tags[0],
    summary: operation.summary,
    description: operation.description ?? '',
    method: method.toUpperCase(),
    path,
    schemes: (operation.security ?? []).flatMap((scheme) => Object.keys(scheme)),
    parameters: (operation.parameters ?? []).map((parameter) => parameterOf(parameter, document)),
    bodyTypes: bodies,
    bodyFields: body === undefined ? [] : fieldsOf(body.schema, { document }),
    bodyExample: body?.example,
    successes: responses.filter(({ status }) => isSuccess(status)),
    errors: responses.filter(({ status }) => !isSuccess(status)),
  }
}

/** The operations of the API, with its tags and the descriptions of its credentials. */
export const readApi = () => {
  const document = readJson('dist/documents/openapi.json')
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(path, method, operation, document)),
  )
  return {
    operations,
    tags: document.tags,
    schemes: document.components.securitySchemes,
    info: document.info,
  }
}

/** The operations of super admins at the console and with `postrider admin run`. */
export const readAdminOperations = () => {
  const document = readJson('dist/documents/operator-operations.json')
  return document.operations.map((operation) => ({
    name: operation.name,
    summary: operation.summary,
    permission: operation.permission,
    isMutation: operation.mutation,
    effect: operation.effect,
    requestFields: fieldsOf(operation.requestSchema, { document }),
    resultFields: fieldsOf(operation.resultSchema, { document }),
    operation,
  }))
}
