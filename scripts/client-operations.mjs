// Writes the operations of the developers' command from the capability registry: their names, effects and
// parameters.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentsFolder } from './build-documents.mjs'
import { root } from './run.mjs'

const KINDS = { customerControl: 'person', customerAgent: 'agent', adminAgent: 'agent' }

const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const readDocument = (name) => JSON.parse(readFileSync(join(documentsFolder, name), 'utf8'))

const referencesIn = (schema) =>
  [...JSON.stringify(schema).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name)

/** A schema with the definitions that it references. */
const withDefinitions = (schema, definitions) => {
  const names = new Set(referencesIn(schema))
  for (const name of names) for (const inner of referencesIn(definitions[name])) names.add(inner)
  if (names.size === 0) return schema
  return { ...schema, $defs: Object.fromEntries([...names].sort().map((name) => [name, definitions[name]])) }
}

/** The schema of one message in the sending part of the contract. */
const messageRequest = () => {
  const { schemas } = readDocument('openapi.sending.json').components
  return quoted(JSON.stringify(schemas.MessageRequest))
}

/** The text of the developers' command's operations, before it is formatted. */
export const clientOperations = () => {
  const { operations, $defs } = readDocument('capabilities.json')
  const lines = Object.entries(KINDS).flatMap(([boundary, kind]) =>
    operations[boundary].map(({ name, summary, effect, requestSchema }) => {
      const takes = withDefinitions(requestSchema, $defs)
      return `  ${quoted(JSON.stringify({ name, kind, effect, summary, takes }))},`
    }),
  )
  return [
    '// Written by `npm run fix` from dist/documents/capabilities.json.',
    '',
    '/** The published operations, each as JSON. */',
    'export const REGISTRY: readonly string[] = [',
    ...lines,
    ']',
    '',
    '/** What one message is, as a JSON Schema. */',
    `export const MESSAGE_REQUEST = ${messageRequest()}`,
    '',
  ].join('\n')
}

/** Writes the operations of the developers' command. */
export const writeClientOperations = () =>
  writeFileSync(join(root, 'clients/dev/src/operations/registry.ts'), clientOperations())

if (process.argv[1] === new URL(import.meta.url).pathname) writeClientOperations()
