import type { PageAnswer } from './answer.js'
import type { PublicFile, PublicForm } from '../public-files/public-file.js'

/** Browsers must never render an API response as a page (docs/promises#foreign-browsers). */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** Content that other people wrote can't run anything, even if a browser renders it. */
const FOREIGN = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** Pages of the documentation site load only files of their own host, and have no script or style inside. */
const OWN_PAGE = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Browsers use only https for two years, also for subdomains (docs/api/conventions#headers). */
export const ONLY_HTTPS = ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'] as const

/** A page shares no window with pages of other origins, and asks the browser for no device. */
const OF_PAGES = [
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Permissions-Policy',
  'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
] as const

/** The security headers of every response: names and values, alternating. */
const safety = (
  policy: string,
  requestId: string,
  cacheControl: string,
  referrerPolicy = 'no-referrer',
): string[] => [
  'Cache-Control',
  cacheControl,
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  referrerPolicy,
  'Content-Security-Policy',
  policy,
  'X-Request-Id',
  requestId,
]

/** The headers of a response without a body. */
export const emptyHeaders = (requestId: string, status: number): string[] => [
  // A 204 has no length (RFC 9110 8.6).
  ...(status === 204 ? [] : ['Content-Length', '0']),
  ...safety(NOTHING, requestId, 'no-store'),
]

/**
 * The headers of a response with a JSON body: names and values, alternating. Node writes such a list
 * unchanged.
 */
export const jsonHeaders = (lengthBytes: number, requestId: string): string[] => {
  const fields = safety(NOTHING, requestId, 'no-store')
  fields.push('Content-Type', 'application/json', 'Content-Length', String(lengthBytes))
  return fields
}

/** The headers of a response whose body is plain text. */
export const textHeaders = (
  lengthBytes: number,
  requestId: string,
  contentType = 'text/plain; charset=utf-8',
): string[] => [
  'Content-Type',
  contentType,
  'Content-Length',
  String(lengthBytes),
  ...safety(NOTHING, requestId, 'no-store'),
]

type PageHeaderChoice = Pick<PageAnswer, 'contentSecurityPolicy' | 'referrerPolicy'>

/** The headers of a page. */
export const pageHeaders = (
  lengthBytes: number,
  requestId: string,
  { contentSecurityPolicy = OWN_PAGE, referrerPolicy }: PageHeaderChoice,
): string[] => [
  'Content-Type',
  'text/html; charset=utf-8',
  'Content-Length',
  String(lengthBytes),
  ...OF_PAGES,
  ...safety(contentSecurityPolicy, requestId, 'no-store', referrerPolicy),
]

/** The headers of a public file in one of its forms; those of a 304 only identify the form. */
export const publicHeaders = (
  { contentType, cacheControl }: Pick<PublicFile, 'contentType' | 'cacheControl'>,
  { bytes, entityTag, encoding }: PublicForm,
  requestId: string,
  isUnchanged: boolean,
): string[] => {
  const isPage = contentType.startsWith('text/html')
  const tags = [
    ...(isPage ? OF_PAGES : []),
    ...safety(isPage ? OWN_PAGE : NOTHING, requestId, cacheControl),
    'ETag',
    entityTag,
    'Vary',
    'Accept-Encoding',
  ]
  if (isUnchanged) return tags
  const packing = encoding === undefined ? [] : ['Content-Encoding', encoding]
  return ['Content-Type', contentType, 'Content-Length', String(bytes.length), ...packing, ...tags]
}

/** The headers of a file that a customer uploaded. */
export const fileHeaders = (contentType: string, lengthBytes: number, requestId: string): string[] => [
  'Content-Type',
  contentType,
  'Content-Length',
  String(lengthBytes),
  'Cross-Origin-Resource-Policy',
  'same-origin',
  ...safety(FOREIGN, requestId, 'no-store'),
]
