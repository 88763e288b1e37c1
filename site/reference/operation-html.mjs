// The page of an operation as HTML: fields with anchors, samples in tabs, and a form to try it.
import { codeBlock } from '../lib/highlight.mjs'
import { escapeHtml } from '../lib/html.mjs'
import { callOf, ownHeaders, PLACES } from './calls.mjs'
import { fieldsHtml, inlineHtml } from './field-texts.mjs'
import { tabsHtml } from './sample-tabs.mjs'
import { samplesOf } from './samples.mjs'

const heading = (level, id, text) =>
  `<h${level} id="${id}">${text}<a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a></h${level}>`

const parametersHtml = ({ parameters }) =>
  Object.entries(PLACES)
    .map(([place, title]) => {
      const fields = parameters.filter((one) => one.place === place).map(({ field }) => field)
      return fields.length === 0 ? '' : heading(2, `${place}-parameters`, title) + fieldsHtml(fields, place)
    })
    .join('')

const responseHtml = (response) => {
  const headers = ownHeaders(response)
  return [
    heading(3, `response-${response.status}`, response.status),
    `<p>${inlineHtml(response.description)}</p>`,
    headers.length === 0
      ? ''
      : `<ul>${headers.map(({ name, description }) => `<li><code>${escapeHtml(name)}</code>: ${inlineHtml(description ?? '')}</li>`).join('')}</ul>`,
    response.fields.length === 0 ? '' : fieldsHtml(response.fields, `response-${response.status}`),
    response.example === undefined
      ? ''
      : codeBlock(JSON.stringify(response.example, undefined, 2), 'json', 'Example'),
  ].join('')
}

const errorsHtml = ({ errors }, root) => {
  const codes = errors.flatMap(({ status, codes: own }) => own.map((code) => ({ status, code })))
  if (codes.length === 0) return ''
  const rows = codes.map(
    ({ status, code }) =>
      `<tr><td>${status}</td><td><a href="${root}errors/${code}"><code>${code}</code></a></td></tr>`,
  )
  return `${heading(2, 'error-responses', 'Error responses')}<div class="table" tabindex="0"><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

const samplesHtml = (operation) =>
  `${heading(2, 'samples', 'Samples')}<p>Set <code>POSTRIDER_URL</code> to the address of the API${operation.schemes.length === 0 ? '' : ' and <code>POSTRIDER_CREDENTIAL</code> to your credential'}.</p>${tabsHtml(samplesOf(callOf(operation)))}`

const inputHtml = ({ name, place, isRequired, example }) => {
  const id = `try-${place}-${name}`
  const isPrefilled = isRequired && example !== undefined
  return `<label for="${id}">${escapeHtml(name)}${isRequired ? '' : ' (optional)'}</label><input id="${id}" data-place="${place}" data-name="${escapeHtml(name)}" value="${isPrefilled ? escapeHtml(example) : ''}"${isRequired ? ' required' : ''} autocomplete="off" spellcheck="false">`
}

/** Headers that the form sets itself, or that a browser wouldn't send. */
const NOT_ASKED = new Set(['X-Request-Id', 'traceparent', 'tracestate'])

const dryRunHtml = ({ parameters }) =>
  parameters.some(({ name }) => name === 'Prefer')
    ? '<label class="check"><input type="checkbox" data-dry-run checked> Dry run: check the request and show the price without sending</label>'
    : ''

/** The form works against the host that serves the page, which is the only one its content policy allows. */
const tryHtml = (operation) => {
  const { method, path, parameters, schemes, bodyTypes, bodyExample } = operation
  if (bodyTypes.some((type) => type !== 'application/json')) return ''
  const asked = parameters.filter(({ name }) => !NOT_ASKED.has(name) && name !== 'Prefer')
  const body =
    bodyExample === undefined
      ? ''
      : `<label for="try-body">Body</label><textarea id="try-body" rows="${Math.min(18, JSON.stringify(bodyExample, undefined, 2).split('\n').length)}" spellcheck="false">${escapeHtml(JSON.stringify(bodyExample, undefined, 2))}</textarea>`
  const credential =
    schemes.length === 0
      ? ''
      : '<label for="try-credential">Credential</label><input id="try-credential" type="password" autocomplete="off" placeholder="pr_test_…" data-credential>'
  return [
    heading(2, 'try-it', 'Try it'),
    '<p>The request goes to the host that serves this page, for example the demo. Use a test credential: with a live one, messages are sent and charged. It is kept in this tab only.</p>',
    `<form class="try" data-method="${method}" data-path="${escapeHtml(path)}" hidden>`,
    credential,
    ...asked.map(inputHtml),
    dryRunHtml(operation),
    body,
    '<button type="submit">Send request</button><div role="status" class="try-status"></div><div class="try-result"></div></form>',
    '<noscript><p>The form needs JavaScript. Use the samples.</p></noscript>',
  ].join('')
}

/** The body of the page. `render` turns Markdown into HTML with the links of the page. */
export const operationHtml = (operation, credentials, { markdown, root }) => {
  const { method, path, id, schemes, description, bodyFields } = operation
  const needed = schemes.length === 0 ? 'None.' : schemes.map((scheme) => credentials[scheme]).join(' ')
  return [
    heading(1, 'top', escapeHtml(operation.summary)).replace(/<a class="anchor".*?<\/a>/, ''),
    `<p class="request"><b class="method ${method.toLowerCase()}">${method}</b> <code>${escapeHtml(path)}</code> <span class="operation-id">${escapeHtml(id)}</span></p>`,
    markdown(description),
    markdown(`Credential: ${needed}`),
    parametersHtml(operation),
    bodyFields.length === 0
      ? ''
      : heading(2, 'request-body', 'Request body') + fieldsHtml(bodyFields, 'body'),
    heading(2, 'responses', 'Responses'),
    ...operation.successes.map(responseHtml),
    errorsHtml(operation, root),
    samplesHtml(operation),
    tryHtml(operation),
  ].join('\n')
}
