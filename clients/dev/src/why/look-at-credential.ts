import { type AuthCheck, type Postrider, PostriderError } from '@postrider/client'
import { adviceOn } from '../errors/advice.js'
import { right, type Step, warning, wrong } from './step.js'

const DAY_MS = 86_400_000
const SOON_DAYS = 14
const SENDING = 'messages.send'

/** The check of a credential, and its facts if the service knows it. */
export interface LookedAtCredential {
  readonly step: Step
  readonly scope?: AuthCheck
}

const stepOf = (scope: AuthCheck, channel: string | undefined): Step => {
  const { label, environment, actions, channels, expiresAt } = scope
  const days = Math.floor((Date.parse(expiresAt) - Date.now()) / DAY_MS)
  if (!actions.includes(SENDING))
    return wrong(
      'credential',
      `"${label}" allows ${actions.join(', ')}, but not messages.send.`,
      adviceOn('action_not_granted'),
    )
  if (channel !== undefined && !channels.includes(channel))
    return wrong(
      'credential',
      `"${label}" doesn’t allow the channel ${channel}.`,
      adviceOn('channel_not_granted'),
    )
  const end = days < 1 ? 'within a day' : `in ${days} day(s)`
  const says = `"${label}" is for ${environment} and ${channels.join(', ')}, and expires ${end}.`
  return days < SOON_DAYS
    ? warning('credential', says, 'Rotate it at the website. Both credentials work during the overlap.')
    : right('credential', says)
}

/** Whether the credential is known, may send, and may use the channel. */
export const lookAtCredential = async (
  { credential }: Postrider,
  channel: string | undefined,
  signal: AbortSignal,
): Promise<LookedAtCredential> => {
  try {
    const scope = await credential.check({ signal })
    return { step: stepOf(scope, channel), scope }
  } catch (error) {
    if (!(error instanceof PostriderError) || signal.aborted) throw error
    const { code, message } = error
    return { step: wrong('credential', `${message} (${code})`, adviceOn(code)) }
  }
}
