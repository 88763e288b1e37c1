/**
 * A feature that will be removed (docs/api/conventions#versioning: at least 12 months after the
 * announcement).
 */
export interface Deprecated {
  readonly subject: string
  readonly deprecatedAt: string
  readonly sunsetAt: string
  /** The description of the replacement, on this service. */
  readonly link: string
}

/**
 * The legacy aliases of the batch endpoint, which exist only for migration (docs/api/sending#legacy-aliases).
 */
export const LEGACY_ALIASES: Deprecated = {
  subject: 'POST /v1/messages/batch: senderId, r, t, st, wt, et, v',
  deprecatedAt: '2026-11-01T00:00:00.000Z',
  sunsetAt: '2027-12-01T00:00:00.000Z',
  link: '/docs#tag/Messages/operation/sendBatch',
}

/** Everything that is deprecated, as GET /v1/release lists it. */
export const DEPRECATIONS: readonly Deprecated[] = [LEGACY_ALIASES]

/**
 * The headers of a response to a request that used a deprecated feature: RFC 9745 and RFC 8594, names and
 * values alternating.
 */
export const deprecationHeaders = ({ deprecatedAt, sunsetAt, link }: Deprecated): readonly string[] => [
  'Deprecation',
  `@${Date.parse(deprecatedAt) / 1000}`,
  'Sunset',
  new Date(sunsetAt).toUTCString(),
  'Link',
  `<${link}>; rel="deprecation"; type="text/html"`,
]
