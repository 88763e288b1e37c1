import type { SignUpPolicy } from '@postrider/core/identity/domain/people/sign-up'
import type { Postrider } from '@postrider/core/postrider'
import type { Site } from '@postrider/web-server/sites/site/site'

/** The use cases that the website serves. */
export type WebsiteUseCases = Pick<
  Postrider,
  | 'personSessions'
  | 'ownSecondFactor'
  | 'runOperation'
  | 'watching'
  | 'requestSignUp'
  | 'showSignUp'
  | 'signUp'
  | 'requestRecovery'
  | 'checkRecovery'
  | 'resetPassword'
  | 'showInvitation'
  | 'acceptInvitation'
>

/** Settings of the sign-in and sign-up pages. */
export interface EntranceSettings {
  /** The sign-up policy; the page shows it. */
  readonly signUp: SignUpPolicy
  /**
   * How emails can be read if they aren't delivered to a mailbox: the waiting page shows it, with a command
   * that shows the link.
   */
  readonly mailHint?: { readonly sentence: string; readonly command: string } | undefined
}

/** The dependencies of the sign-in and sign-up pages. */
export interface WebsiteNeeds extends Site, EntranceSettings {
  readonly postrider: WebsiteUseCases
}
