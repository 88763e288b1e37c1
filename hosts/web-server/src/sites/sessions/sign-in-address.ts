export const SIGN_IN = '/sign-in'

/** The address of the sign-in page, from which the user continues to a place in the site. */
export const signInAddress = (to: string): string =>
  to === '/' ? SIGN_IN : `${SIGN_IN}?next=${encodeURIComponent(to)}`
