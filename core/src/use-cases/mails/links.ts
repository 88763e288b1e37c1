/**
 * Where the pages are that links lead to: from the configuration, never from a request
 * (docs/promises#account-recovery).
 */
export interface Links {
  /** The address of the HTTP host as people reach it, without a slash at its end. */
  readonly publicUrl: string
  /** The address of the console as super admins reach it, without a slash at its end. */
  readonly consoleUrl: string
}

/** The link by which somebody enrols. Its token is behind `#`, so that no server is ever told it. */
export const enrolmentLink = ({ consoleUrl }: Links, token: string): string =>
  `${consoleUrl}/enrolment#${token}`
