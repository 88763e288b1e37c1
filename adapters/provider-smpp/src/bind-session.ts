import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'
import type { IncomingPdu } from './pdu.js'
import type { SmppSettings } from './smpp-settings.js'
import { createSession, type SessionRules, type SessionUse, type SmppSession } from './smpp-session.js'
import { statusText } from './submit-status.js'
import { present } from '@postrider/core/kernel/present'

/** The result of opening a session. */
export type OpeningOutcome =
  | { readonly _tag: 'Open'; readonly session: SmppSession }
  | { readonly _tag: 'Failed'; readonly detail: string; readonly isLoginRefused: boolean }

/** The time to connect, and to get the bind response. */
const OPENING_MS = 10 * SECOND_MS
const VERSION = 0x34
/** The bind is refused: already bound, bind failed, wrong password, wrong system id. */
const LOGIN_REFUSED = new Set([0x05, 0x0d, 0x0e, 0x0f])

const connectTo = ({ host, port, tls, caPem }: SmppSettings, networks: ProviderNetworks): Socket => {
  const lookup = networks.lookupFor('public')
  const socket =
    tls === 'implicit'
      ? connectSecurely({
          host,
          port,
          lookup,
          minVersion: 'TLSv1.2',
          ...present({ ca: caPem }),
        })
      : connect({ host, port, lookup })
  return socket.setNoDelay(true)
}

const failed = (detail: string, isLoginRefused = false): OpeningOutcome => ({
  _tag: 'Failed',
  detail,
  isLoginRefused,
})

const answered = (session: SmppSession, answer: IncomingPdu | undefined): OpeningOutcome => {
  if (answer === undefined) return failed('the SMSC ended the connection')
  const { status } = answer
  if (status === 0 && answer.command !== 'generic_nack') {
    session.keepAlive()
    return { _tag: 'Open', session }
  }
  const detail = `the SMSC refused the session with ${statusText(status)}`
  return failed(detail, LOGIN_REFUSED.has(status))
}

/** Connects and binds; `onOpening` gets a function that aborts it. Always resolves. */
export const bindSession = (
  settings: SmppSettings,
  use: SessionUse,
  rules: SessionRules & { readonly networks: ProviderNetworks },
  onOpening: (breakOff: () => void) => void,
): Promise<OpeningOutcome> =>
  new Promise((resolve) => {
    const { systemId, password, systemType, tls } = settings
    const socket = connectTo(settings, rules.networks)
    let cause = 'the SMSC ended the connection'
    socket.once('error', ({ code, name }: NodeJS.ErrnoException) => {
      cause = `no connection to the SMSC: ${code ?? name}`
    })
    const session = createSession(socket, rules)
    const end = (outcome: OpeningOutcome): void => {
      cancel()
      // The first result counts: the end of the session has less information.
      resolve(outcome)
      if (outcome._tag === 'Failed') session.destroy()
    }
    const cancel = rules.timers.after(OPENING_MS, () => end(failed('the SMSC did not respond in time')))
    onOpening(() => end(failed('the account is closed')))
    session.onEnd(() => end(failed(cause)))
    socket.once(tls === 'implicit' ? 'secureConnect' : 'connect', () => {
      const fields = {
        system_id: systemId,
        password,
        system_type: systemType,
        interface_version: VERSION,
      }
      session.request(`bind_${use}`, fields, (answer) => end(answered(session, answer)))
    })
  })
