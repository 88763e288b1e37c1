import { EXIT, type ExitCode } from '../errors/exit-code.js'
import { linesOf } from '../errors/tell-error.js'
import { USUAL_PROFILE } from '../profiles/profile.js'
import { profileFiles } from '../profiles/profile-files.js'
import type { Verb } from '../verb.js'

const COLUMNS = [
  'profile',
  'isUsed',
  'url',
  'environment',
  'appId',
  'label',
  'expiresAt',
  'hasAgentKey',
  'email',
]

/** `profiles` */
export const profiles = async (verb: Verb): Promise<ExitCode> => {
  const { environment } = verb.terminal
  const used = verb.access.profile ?? (environment['POSTRIDER_PROFILE'] || USUAL_PROFILE)
  const files = profileFiles(environment)
  const writer = verb.writer(COLUMNS)
  for (const name of await files.names()) {
    const kept = await files.read(name).catch((error: unknown) => {
      for (const line of linesOf(error)) verb.say(line)
      return undefined
    })
    const { environment: book, appId, label, expiresAt } = kept?.credential ?? {}
    const { email } = kept?.session ?? {}
    const hasAgentKey = kept?.agentKey !== undefined
    const credential = { environment: book, appId, label, expiresAt }
    writer.add({ profile: name, isUsed: name === used, url: kept?.url, ...credential, hasAgentKey, email })
  }
  writer.end()
  return EXIT.ok
}
