// Fields as Markdown and as HTML. In HTML each field has an anchor of its own.
import { escapeHtml } from '../lib/html.mjs'

const inCode = (text) => `\`${text}\``

const factsOf = ({ type, values, rules, isRequired, isDeprecated }) => [
  values === undefined ? type : `${type} ${values.map((value) => inCode(value)).join(', ')}`,
  ...(isRequired ? ['required'] : []),
  ...(isDeprecated ? ['deprecated'] : []),
  ...rules,
]

const exampleText = ({ example }) =>
  example === undefined
    ? ''
    : ` Example: ${inCode(typeof example === 'string' ? example : JSON.stringify(example))}.`

/** Between the paragraphs and the entries of a description. */
const BREAK = /\n+(?:- )?/g

/** The fields as a list, nested ones indented. */
export const fieldsMarkdown = (fields, level = 0) =>
  fields
    .map((field) => {
      const line = `${'  '.repeat(level)}- ${inCode(field.name)} (${factsOf(field).join('; ')}): ${field.description.replaceAll(BREAK, ' ')}${exampleText(field)}`
      return field.fields.length === 0 ? line : `${line}\n${fieldsMarkdown(field.fields, level + 1)}`
    })
    .join('\n')

/** Text with backticks and lists as HTML; descriptions of fields have no other markup. */
export const inlineHtml = (text) =>
  escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(BREAK, '<br>')

const anchorOf = (prefix, path) => `${prefix}-${path.join('.')}`

const fieldHtml = (field, prefix) => {
  const anchor = anchorOf(prefix, field.path)
  const [type, ...rest] = factsOf(field)
  const facts = rest.map((fact) =>
    fact === 'required' || fact === 'deprecated'
      ? `<b class="${fact}">${fact}</b>`
      : `<span>${inlineHtml(fact)}</span>`,
  )
  const inner =
    field.fields.length === 0
      ? ''
      : `<details><summary>${field.fields.length} ${field.fields.length === 1 ? 'field' : 'fields'} of <code>${escapeHtml(field.name)}</code></summary>${fieldsHtml(field.fields, prefix)}</details>`
  return [
    `<li id="${escapeHtml(anchor)}"><p class="field"><a class="field-name" href="#${escapeHtml(anchor)}"><code>${escapeHtml(field.name)}</code></a>`,
    `<span class="type">${inlineHtml(type)}</span>${facts.join('')}</p>`,
    field.description === '' && field.example === undefined
      ? ''
      : `<p>${inlineHtml(`${field.description}${exampleText(field)}`)}</p>`,
    `${inner}</li>`,
  ].join('')
}

/** The fields as a list with anchors: `body-variables`, `response-202-estimatedCharge.amountMinor`. */
export const fieldsHtml = (fields, prefix) =>
  `<ul class="fields">${fields.map((field) => fieldHtml(field, prefix)).join('')}</ul>`
