// A page for each code of an invalid field, with a request that gets it.
import { compiled } from '../lib/repository.mjs'

const FROM = 'contracts/src/errors/field-guide.ts'

const plain = (text) => text.replaceAll('’', "'")

const json = (value) => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``

/** The most entries and characters of an example that are shown. */
const MOST_ENTRIES = 3
const MOST_CHARACTERS = 60

/** The value with long lists and texts shortened. */
const shortened = (value) => {
  if (typeof value === 'string')
    return value.length > MOST_CHARACTERS ? `${value.slice(0, MOST_CHARACTERS)}…` : value
  if (Array.isArray(value))
    return value.length > MOST_ENTRIES
      ? [shortened(value[0]), `… and ${value.length - 1} more`]
      : value.map(shortened)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]))
  return value
}

const exampleOf = ({ method, path, body, entry }) =>
  body === undefined
    ? [`\`${method} ${path}\` gets this entry in \`fieldErrors\`:`, json(entry)]
    : [
        `\`${method} ${path}\` with this body:`,
        json(shortened(body)),
        'gets this entry in `fieldErrors`:',
        json(entry),
      ]

const pageOf = (code, { meaning, causes, fix, example }) => ({
  path: `errors/fields/${code}`,
  title: code,
  section: 'Field codes',
  group: 'Field codes',
  description: plain(meaning),
  keywords: `fieldErrors invalid field validation error invalid_request ${code.replaceAll('_', ' ')}`,
  from: FROM,
  markdown: [
    `# ${code}`,
    plain(meaning),
    '| Property | Value |\n| --- | --- |\n' +
      '| Kind | Code of an invalid field (`fieldErrors`) |\n' +
      '| Error code of the response | [invalid_request](/errors/invalid_request) |',
    `## Causes\n\n${causes.map((cause) => `- ${plain(cause)}`).join('\n')}`,
    `## Fix\n\n${plain(fix)}`,
    '## Example',
    ...exampleOf(example),
    'See [field errors](/api/conventions#field-errors), and [all codes](/errors#field-codes).',
  ].join('\n\n'),
})

/** The table of all field codes. */
export const fieldCodeTable = async () => {
  const { FIELD_GUIDES } = await compiled('contracts/dist/errors/field-guide.js')
  return [
    '| Code | Meaning |',
    '| --- | --- |',
    ...Object.entries(FIELD_GUIDES).map(
      ([code, { meaning }]) => `| [${code}](/errors/fields/${code}) | ${plain(meaning)} |`,
    ),
  ].join('\n')
}

/** The pages of all field codes. */
export const fieldCodePages = async () => {
  const { FIELD_GUIDES } = await compiled('contracts/dist/errors/field-guide.js')
  return Object.entries(FIELD_GUIDES).map(([code, guide]) => pageOf(code, guide))
}
