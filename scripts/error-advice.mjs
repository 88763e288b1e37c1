// Writes what the developers' command advises on each error code, field code and failure code, from their registries.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const entryOf = ([code, { meaning, causes, fix }]) =>
  `  ${code}: { meaning: ${quoted(meaning)}, causes: [${causes.map(quoted).join(', ')}], fix: ${quoted(fix)} },`

/** The text of the module, before it is formatted. */
const errorAdvice = async () => {
  const { ERROR_GUIDES } = await import(join(root, 'contracts/dist/errors/error-guide.js'))
  const { FIELD_GUIDES } = await import(join(root, 'contracts/dist/errors/field-guide.js'))
  const { FAILURE_GUIDES } = await import(join(root, 'core/dist/messaging/domain/messages/failure-guide.js'))
  const failures = Object.entries(FAILURE_GUIDES).map(([code, { meaning, causes, advice }]) => [
    code,
    { meaning, causes, fix: advice },
  ])
  return [
    '// Written by `npm run fix` from contracts/src/errors/error-guide.ts, contracts/src/errors/field-guide.ts and',
    '// core/src/messaging/domain/messages/failure-guide.ts.',
    '',
    '/** The meaning, causes and fix of a code. */',
    'export interface CodeGuide {',
    '  readonly meaning: string',
    '  readonly causes: readonly string[]',
    '  readonly fix: string',
    '}',
    '',
    '/** Each error code of the API, each code of an invalid field and each failure code of a message. */',
    'export const CODE_GUIDES: Readonly<Record<string, CodeGuide>> = {',
    ...[...Object.entries(ERROR_GUIDES), ...Object.entries(FIELD_GUIDES), ...failures].map(entryOf),
    '}',
    '',
  ].join('\n')
}

/** Writes the guides of codes for the developers' command. */
export const writeErrorAdvice = async () =>
  writeFileSync(join(root, 'clients/dev/src/errors/code-guides.ts'), await errorAdvice())
