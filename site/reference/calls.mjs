// Parts of an operation that its Markdown and its HTML share.

/** Headers of every response are described once, in the conventions. */
const EVERYWHERE = new Set([
  'X-Request-Id',
  'X-Content-Type-Options',
  'Cache-Control',
  'RateLimit-Policy',
  'RateLimit',
  'Link',
])

/** The headers that only some operations return. */
export const ownHeaders = ({ headers }) => headers.filter(({ name }) => !EVERYWHERE.has(name))

/** The call of an operation with its examples, as samples and the form need it. */
export const callOf = ({ method, path, parameters, schemes, bodyExample }) => ({
  method,
  path,
  parameters,
  hasCredential: schemes.length > 0,
  body: bodyExample,
})

/** The parameters of a request by their place, each with its heading. */
export const PLACES = { path: 'Path parameters', query: 'Query parameters', header: 'Request headers' }
