import type { Product } from '../../../kernel/texts/product.js'
import type { SignUpPolicy } from '../../domain/people/sign-up.js'

/**
 * The pages that links lead to, and the sign-up policy: from the configuration, never from a request
 * (docs/promises#account-recovery).
 */
export interface Links {
  /** The address of the HTTP host for people, without a trailing slash. */
  readonly publicUrl: string
  /** The address of the console for super admins, without a trailing slash. */
  readonly consoleUrl: string
  /** The address of the website for customers, without a trailing slash. */
  readonly websiteUrl: string
  readonly signUp: SignUpPolicy
  /** The name and the support address in every email. */
  readonly product: Product
}

/** The link for an enrollment. Its token is after the `#`, so that it is never sent to a server. */
export const enrolmentLink = ({ consoleUrl }: Pick<Links, 'consoleUrl'>, token: string): string =>
  `${consoleUrl}/enrolment#${token}`

/** The page of a person's own account with their sessions, at the site where they signed in. */
export const accountLink = (
  { websiteUrl, consoleUrl }: Pick<Links, 'websiteUrl' | 'consoleUrl'>,
  { place }: { readonly place: string },
): string => `${place === 'console' ? consoleUrl : websiteUrl}/me`

/** The link to create an account. */
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

/** The page of an app at the website. */
export const appLink = (
  { websiteUrl }: Pick<Links, 'websiteUrl'>,
  { appId }: { readonly appId: string },
): string => `${websiteUrl}/apps/${appId}`
