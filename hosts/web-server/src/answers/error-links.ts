import { ERROR_CODES, type ErrorCode } from '@postrider/contracts/errors/error-registry'

/** The path of the page about an error code; every host serves it. */
export const errorPageOf = (code: string): string => `/docs/errors/${code}`

const LINKS: ReadonlyMap<ErrorCode, readonly string[]> = new Map(
  ERROR_CODES.map((code) => [code, ['Link', `<${errorPageOf(code)}>; rel="help"`]]),
)

const NONE: readonly string[] = []

/** The header of an error answer that points to the page about its code (RFC 8288), as name and value. */
export const errorLink = (code: ErrorCode): readonly string[] => LINKS.get(code) ?? NONE
