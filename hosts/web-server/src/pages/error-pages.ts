import { ERROR_GUIDES } from '@postrider/contracts/errors/error-guide'
import { type ErrorCode, ERRORS, isErrorCode } from '@postrider/contracts/errors/error-registry'
import { DEFAULT_PRODUCT, type Product } from '@postrider/core/kernel/texts/product'
import { errorAnswer } from '../answers/answer.js'
import { errorPageOf } from '../answers/error-links.js'
import type { Endpoint } from '../exchange/endpoint.js'
import { type Markup, markup } from './markup.js'
import { page } from './page.js'
import { pageAnswer } from './page-answer.js'

/** A sentence whose parts in backticks are code. */
const sentence = (text: string): Markup => ({
  html: text
    .split('`')
    .map((part, at) => (at % 2 === 0 ? markup`${part}` : markup`<code>${part}</code>`).html)
    .join(''),
})

const retryOf = (code: ErrorCode): string =>
  ERRORS[code].retryable
    ? 'Yes: wait for the time in `Retry-After` if the response has it, and keep the same idempotency key.'
    : 'No: the same request fails again until its cause is fixed.'

const pageOf = (code: ErrorCode, mark: string): string => {
  const { meaning, causes, fix } = ERROR_GUIDES[code]
  const content = markup`<p>${sentence(meaning)}</p>
<h2>Causes</h2>
<ul>${causes.map((cause) => markup`<li>${sentence(cause)}</li>`)}</ul>
<h2>Fix</h2>
<p>${sentence(fix)}</p>
<h2>Retry</h2>
<p>${sentence(retryOf(code))}</p>
<p class="hint">Status ${String(ERRORS[code].status)}</p>`
  return page({ title: code, content, mark })
}

/**
 * The page of each error code, which the `Link` header of an error points to (docs/api/conventions#errors).
 */
export const errorPages = ({ name }: Product = DEFAULT_PRODUCT): Endpoint => ({
  methods: ['GET'],
  path: errorPageOf('{code}'),
  route: errorPageOf('{code}'),
  boundary: undefined,
  tellsMethods: false,
  isAlwaysOpen: false,
  answer: ({ requestId }, { code = '' }) =>
    isErrorCode(code) ? pageAnswer(200, pageOf(code, name)) : errorAnswer('route_not_found', requestId),
})
