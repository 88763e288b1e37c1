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

/** What the entrances of the website are told by whoever wires it. */
export interface EntranceSettings {
  /** Who may make an account by themselves; the page says it. */
  readonly signUp: SignUpPolicy
  /** How mails are read where they go to no mailbox: whoever waits for one is told so, with a command that shows its link. */
  readonly mailHint?: { readonly sentence: string; readonly command: string } | undefined
}

/** What the entrances of the website stand on. */
export interface WebsiteNeeds extends Site, EntranceSettings {
  readonly postrider: WebsiteUseCases
}
