/** The maximum length of a site's addresses, including all filters. */
const LONGEST = 1024

/** The address if none was given. */
const START = '/'

/**
 * The place in a site to which a user returns after signing in: a path with its query, and never another
 * site. The start page if the given value isn't one.
 */
export const returnAddress = (given: unknown): string => {
  if (typeof given !== 'string' || given.length > LONGEST) return START
  // Browsers take "//" and "/\" as the start of another host, and drop tabs and line breaks.
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(given) ? given : START
}
