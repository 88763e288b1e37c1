/** No page may come out of an answer of the API (reliability 5.11). */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** The page of the contract loads what lies beside it and nothing else; its styles are set by its script. */
const OWN_PAGE = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The headers of every response, names and values in turn; Node writes such a list as it stands. */
export const responseHeaders = (
  contentType: string,
  lengthBytes: number,
  requestId: string,
  cacheControl = 'no-store',
): string[] => [
  'Content-Type',
  contentType,
  'Content-Length',
  String(lengthBytes),
  'Cache-Control',
  cacheControl,
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  'Content-Security-Policy',
  contentType.startsWith('text/html') ? OWN_PAGE : NOTHING,
  'X-Request-Id',
  requestId,
]
