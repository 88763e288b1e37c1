import type { Terminal } from './terminal.js'

/** The credentials of a super admin besides a password. */
export interface SecondFactorSecrets {
  readonly totpSecret: string
  /** The `otpauth://` address that authenticator apps read. */
  readonly totpUri: string
  readonly recoveryCodes: readonly string[]
}

/** Shows recovery codes, once. */
export const showRecoveryCodes = (terminal: Terminal, codes: readonly string[]): void => {
  terminal.say('Recovery codes; each works once instead of a code from the authenticator:')
  for (const code of codes) terminal.say(`  ${code}`)
}

/** Shows the secret for an authenticator app. */
export const showAuthenticator = (
  terminal: Terminal,
  { totpSecret, totpUri }: Omit<SecondFactorSecrets, 'recoveryCodes'>,
): void => {
  terminal.say(`TOTP secret    ${totpSecret}`)
  terminal.say(`TOTP address   ${totpUri}`)
}

/** Shows all credentials of a super admin besides the password, once. */
export const showEnrolled = (terminal: Terminal, made: SecondFactorSecrets): void => {
  showAuthenticator(terminal, made)
  showRecoveryCodes(terminal, made.recoveryCodes)
  terminal.say('None of this is shown again.')
}
