// A page for each operation of super admins, which run at the console and with `postrider admin run`.
import { fieldsMarkdown, fieldsHtml } from './field-texts.mjs'
import { readAdminOperations } from './read-operations.mjs'

const EFFECTS = {
  reads: 'Reads only.',
  adds: 'Adds something new.',
  changes: 'Changes something that exists.',
  ends: 'Ends something. Check what it affects before you run it.',
}

const factsOf = ({ permission, effect, operation }) =>
  [
    '| Property | Value |\n| --- | --- |',
    `| Permission | \`${permission}\` |`,
    `| Effect | ${EFFECTS[effect] ?? effect} |`,
    ...(operation.stepUp ? ['| Second factor | asked for again before it runs |'] : []),
    `| Agents | ${operation.agentsToo ? 'admin Agent keys can call it if their allowlist has it' : 'only people can run it'} |`,
  ].join('\n')

const argumentOf = ({ operation }) => {
  const required = operation.requestSchema.required ?? []
  const { properties = {} } = operation.requestSchema
  const entries = required.map((name) => [
    name,
    properties[name]?.examples?.[0] ?? properties[name]?.enum?.[0],
  ])
  return entries.every(([, example]) => example !== undefined)
    ? JSON.stringify(Object.fromEntries(entries))
    : undefined
}

const commandOf = (operation) => {
  const argument = argumentOf(operation)
  if (argument === undefined) return []
  const quoted = argument === '{}' ? '' : ` '${argument.replaceAll("'", String.raw`'\''`)}'`
  return [`## Command\n\n\`\`\`sh\nnpx postrider admin run ${operation.name}${quoted}\n\`\`\``]
}

const headOf = (operation) => [
  `# ${operation.name}`,
  `${operation.summary}.`,
  factsOf(operation),
  ...commandOf(operation),
]

const END =
  'See [admin operations](/api/admin) for approvals, reasons and audit, and [everyday tasks](/everyday-tasks).'

const section = (heading, fields, text) => (fields.length === 0 ? [] : [`## ${heading}`, text(fields)])

const pageOf = (operation) => ({
  path: `reference/admin/${operation.name}`,
  title: operation.name,
  section: 'Admin operations',
  description: `${operation.summary}.`,
  keywords: `admin operation ${operation.name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')}`,
  from: 'core/src',
  markdown: [
    ...headOf(operation),
    ...section('Request', operation.requestFields, fieldsMarkdown),
    ...section('Result', operation.resultFields, fieldsMarkdown),
    END,
  ].join('\n\n'),
  body: ({ markdown }) =>
    [
      markdown(headOf(operation).join('\n\n')),
      operation.requestFields.length === 0
        ? ''
        : `<h2 id="request">Request</h2>${fieldsHtml(operation.requestFields, 'request')}`,
      operation.resultFields.length === 0
        ? ''
        : `<h2 id="result">Result</h2>${fieldsHtml(operation.resultFields, 'result')}`,
      markdown(END),
    ].join('\n'),
})

/** The pages of all operations of super admins, and their list. */
export const adminPages = () => {
  const operations = readAdminOperations()
  const index = {
    path: 'reference/admin',
    title: 'Admin operations',
    description: 'Every operation of super admins, with its fields and permission.',
    keywords: 'admin run console operations list super admin',
    from: 'core/src',
    markdown: [
      '# Admin operations: reference',
      'Super admins run these operations at the console or with `npx postrider admin run`. [Admin operations](/api/admin) describes approvals, reasons and the audit log.',
      [
        '| Operation | Meaning | Permission |',
        '| --- | --- | --- |',
        ...operations.map(
          ({ name, summary, permission }) =>
            `| [${name}](/reference/admin/${name}) | ${summary} | \`${permission}\` |`,
        ),
      ].join('\n'),
    ].join('\n\n'),
  }
  return [index, ...operations.map(pageOf)]
}
