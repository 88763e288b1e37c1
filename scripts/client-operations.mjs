// Writes the operations that the developers' command knows from the capability registry: what each is called, does and takes.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const KINDS = { customerControl: 'person', customerAgent: 'agent', adminAgent: 'agent' }

const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** The schema of one message, as the sending part of the contract has it. */
const messageRequest = () => {
  const { schemas } = JSON.parse(
    readFileSync(join(root, 'contracts/openapi.sending.json'), 'utf8'),
  ).components
  return quoted(JSON.stringify(schemas.MessageRequest))
}

/** The text of the developers' command's operations, before it is formatted. */
export const clientOperations = () => {
  const { operations } = JSON.parse(readFileSync(join(root, 'contracts/capabilities.json'), 'utf8'))
  const lines = Object.entries(KINDS).flatMap(([boundary, kind]) =>
    operations[boundary].map(({ name, summary, effect, requestSchema }) => {
      const { $schema: _, ...takes } = requestSchema
      return `  ${quoted(JSON.stringify({ name, kind, effect, summary, takes }))},`
    }),
  )
  return [
    '// Written by `npm run fix` from contracts/capabilities.json.',
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
