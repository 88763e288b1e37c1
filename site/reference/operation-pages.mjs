// A page for each operation of the API.
import { callOf, ownHeaders, PLACES } from './calls.mjs'
import { fieldsMarkdown } from './field-texts.mjs'
import { operationHtml } from './operation-html.mjs'
import { readApi } from './read-operations.mjs'
import { samplesOf } from './samples.mjs'

const CREDENTIALS = {
  serverCredential:
    'A server credential of an app. See [server credentials](/api/access#server-credentials).',
  userAccessToken: 'The access token of a signed-in person. See [sessions](/api/sign-in#sessions).',
  agentKey: 'An Agent key. See [Agent operations](/api/operations#agent-operations).',
}

const jsonBlock = (value) => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``

const responseMarkdown = (response) =>
  [
    `### ${response.status}`,
    response.description,
    ...(ownHeaders(response).length === 0
      ? []
      : [
          ownHeaders(response)
            .map(({ name, description }) => `- \`${name}\`: ${description}`)
            .join('\n'),
        ]),
    ...(response.fields.length === 0 ? [] : [fieldsMarkdown(response.fields)]),
    ...(response.example === undefined ? [] : [jsonBlock(response.example)]),
  ].join('\n\n')

const codesOf = ({ errors }) => errors.flatMap(({ status, codes }) => codes.map((code) => ({ status, code })))

const errorRows = (operation) =>
  [
    '| Status | Code |',
    '| --- | --- |',
    ...codesOf(operation).map(({ status, code }) => `| ${status} | [${code}](/errors/${code}) |`),
  ].join('\n')

const parameterSections = ({ parameters }) =>
  Object.entries(PLACES).flatMap(([place, heading]) => {
    const fields = parameters.filter((one) => one.place === place).map(({ field }) => field)
    return fields.length === 0 ? [] : [`## ${heading}`, fieldsMarkdown(fields)]
  })

const markdownOf = (operation) =>
  [
    `# ${operation.summary}`,
    `\`${operation.method} ${operation.path}\` (\`${operation.id}\`)`,
    operation.description,
    `Credential: ${operation.schemes.length === 0 ? 'none.' : operation.schemes.map((scheme) => CREDENTIALS[scheme]).join(' ')}`,
    ...parameterSections(operation),
    ...(operation.bodyFields.length === 0 ? [] : ['## Request body', fieldsMarkdown(operation.bodyFields)]),
    '## Responses',
    ...operation.successes.map(responseMarkdown),
    ...(codesOf(operation).length === 0 ? [] : ['## Error responses', errorRows(operation)]),
    '## Samples',
    ...samplesOf(callOf(operation)).map(
      ({ name, language, code }) => `### ${name}\n\n\`\`\`${language}\n${code}\n\`\`\``,
    ),
  ].join('\n\n')

const pageOf = (operation) => ({
  path: `reference/${operation.id}`,
  title: operation.summary,
  short: operation.id,
  section: `API reference: ${operation.tag}`,
  group: operation.tag,
  description: operation.description.split('\n')[0].slice(0, 200),
  keywords: `${operation.id} ${operation.method} ${operation.path} API operation endpoint ${operation.id.replaceAll(/([a-z])([A-Z])/g, '$1 $2')}`,
  from: 'contracts/src/routes',
  markdown: markdownOf(operation),
  body: (render) => operationHtml(operation, CREDENTIALS, render),
})

const tagSection = (tag, operations) =>
  [
    `## ${tag.name}`,
    tag.description,
    [
      '| Operation | Request | Summary |',
      '| --- | --- | --- |',
      ...operations.map(
        ({ id, method, path, summary }) =>
          `| [${id}](/reference/${id}) | \`${method} ${path}\` | ${summary} |`,
      ),
    ].join('\n'),
  ].join('\n\n')

const HEAD = `Every operation of the API, from the OpenAPI document that the service serves at \`/openapi.json\`. Each
operation has its fields, errors, samples in five languages, and a form to try it. [API conventions](/api/conventions) describes
credentials, idempotency and errors, and [admin operations](/reference/admin) lists those of super admins.`

/** The pages of all operations, and their list by subject. */
export const operationPages = () => {
  const { operations, tags, info } = readApi()
  const byTag = tags.map((tag) => [tag, operations.filter((one) => one.tag === tag.name)])
  const index = {
    path: 'reference',
    title: 'API reference',
    description: info.summary,
    keywords: 'openapi swagger endpoints operations list API reference',
    from: 'contracts/src/routes',
    markdown: [
      '# API reference',
      HEAD,
      info.description.replaceAll('\n', ' '),
      ...byTag.map(([tag, found]) => tagSection(tag, found)),
    ].join('\n\n'),
  }
  return [index, ...byTag.flatMap(([, found]) => found.map(pageOf))]
}
