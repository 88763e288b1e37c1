import { createHash } from 'node:crypto'
import { PAGE_STYLE } from './page-style.js'

/** The digest of the one style of these pages, as a policy names it. */
export const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64')

/**
 * The Content-Security-Policy of these pages: they apply one style and post forms to their own origin,
 * nothing else. Their addresses contain tokens, so the headers of every response prevent referrers and
 * caching (docs/promises#foreign-browsers).
 */
export const PAGE_POLICY: string = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')
