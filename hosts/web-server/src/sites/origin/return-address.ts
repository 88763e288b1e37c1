/** No address of a site is longer, with all its filters. */
const LONGEST = 1024

/** Where nobody named another place. */
const START = '/'

/**
 * The place in a site to which somebody goes on after signing in: a path with its query, and never another site. What is
 * not one is the start.
 */
export const returnAddress = (given: unknown): string => {
  if (typeof given !== 'string' || given.length > LONGEST) return START
  // A browser takes "//" and "/\" for the beginning of another host, and leaves out tabs and line ends.
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(given) ? given : START
}
