import type { SignUpPolicy } from '../../domain/people/sign-up.js'

/**
 * Where the pages are that links lead to, and who gets those to a new account: from the configuration, never from a request
 * (docs/promises#account-recovery).
 */
export interface Links {
  /** The address of the HTTP host as people reach it, without a slash at its end. */
  readonly publicUrl: string
  /** The address of the console as super admins reach it, without a slash at its end. */
  readonly consoleUrl: string
  /** The address of the website as customers reach it, without a slash at its end. */
  readonly websiteUrl: string
  readonly signUp: SignUpPolicy
}

/** The link by which somebody enrols. Its token is behind `#`, so that no server is ever told it. */
export const enrolmentLink = ({ consoleUrl }: Pick<Links, 'consoleUrl'>, token: string): string =>
  `${consoleUrl}/enrolment#${token}`

/** The link by which somebody makes an account. */
export const signUpLink = ({ websiteUrl }: Pick<Links, 'websiteUrl'>, token: string): string =>
  `${websiteUrl}/sign-up?token=${token}`

/** The page of an Agent key at the website. */
export const agentKeyLink = (
  { websiteUrl }: Pick<Links, 'websiteUrl'>,
  {
    agentKeyId,
    organizationName,
  }: { readonly agentKeyId: string; readonly organizationName: string | undefined },
): string => `${websiteUrl}/agent-keys/${organizationName === undefined ? 'bootstrap' : 'keys'}/${agentKeyId}`

/** The billing page of an account at the website. */
export const billingLink = (
  { websiteUrl }: Pick<Links, 'websiteUrl'>,
  { environment, currency }: { readonly environment: string; readonly currency: string },
): string => `${websiteUrl}/billing?environment=${environment}&currency=${currency}`
