/** Something that will go away (docs/contract#versioning: at least 12 months after it was announced). */
export interface Deprecated {
  readonly subject: string
  readonly deprecatedAt: string
  readonly sunsetAt: string
  /** Where the way out is described, on this service. */
  readonly link: string
}

/** The legacy aliases of the batch endpoint, a migration path only (docs/contract#legacy-aliases). */
export const LEGACY_ALIASES: Deprecated = {
  subject: 'POST /v1/messages/batch: senderId, r, t, st, wt, et, v',
  deprecatedAt: '2026-11-01T00:00:00.000Z',
  sunsetAt: '2027-12-01T00:00:00.000Z',
  link: '/docs#tag/Messages/operation/sendBatch',
}

/** Everything that is deprecated, as GET /v1/release lists it. */
export const DEPRECATIONS: readonly Deprecated[] = [LEGACY_ALIASES]

/** The headers of an answer to a request that used what is deprecated: RFC 9745 and RFC 8594, names and values in turn. */
export const deprecationHeaders = ({ deprecatedAt, sunsetAt, link }: Deprecated): readonly string[] => [
  'Deprecation',
  `@${Date.parse(deprecatedAt) / 1000}`,
  'Sunset',
  new Date(sunsetAt).toUTCString(),
  'Link',
  `<${link}>; rel="deprecation"; type="text/html"`,
]
