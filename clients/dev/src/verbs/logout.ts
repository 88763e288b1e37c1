import { accessTokenOf, signOut } from '../access/sessions.js'
import { CommandError, EXIT, type ExitCode } from '../errors/exit-code.js'
import { linesOf } from '../errors/tell-error.js'
import { USUAL_PROFILE } from '../profiles/profile.js'
import { profileFiles } from '../profiles/profile-files.js'
import type { Verb } from '../verb.js'

/** `logout` */
export const logout = async (verb: Verb): Promise<ExitCode> => {
  const { environment, signal } = verb.terminal
  const name = verb.access.profile ?? (environment['POSTRIDER_PROFILE'] || USUAL_PROFILE)
  const files = profileFiles(environment)
  // A malformed profile can be removed too.
  const profile = await files.read(name).catch(() => undefined)
  let hasEnded = false
  if (profile?.session !== undefined) {
    try {
      await signOut(profile.url, await accessTokenOf(files, name, signal), signal)
      hasEnded = true
    } catch (error) {
      verb.say(`Ending the session at the service failed: ${linesOf(error)[0]}`)
    }
  }
  if (!(await files.remove(name))) throw new CommandError(EXIT.notFound, `Profile ${name} not found.`)
  verb.writer().one({ profile: name, isForgotten: true, hasEndedSession: hasEnded })
  if (profile?.credential !== undefined || profile?.agentKey !== undefined)
    verb.say('Its credentials still work. If no one else uses them, revoke them at the website.')
  return EXIT.ok
}
