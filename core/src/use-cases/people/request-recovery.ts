import type { Origin } from '../../domain/audit/audit-event.js'
import { frame } from '../../domain/ledger/digest.js'
import { countTry, newThrottle, type ThrottleRule } from '../../domain/people/throttle.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { HOUR_MS } from '../../domain/time/epoch-ms.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { addMail, type MailNeeds } from '../mails/add-mail.js'

type Needs = MailNeeds & Pick<Ports, 'storage' | 'clock' | 'keyedDigests' | 'ipAddresses'>

/** How many recoveries a client may ask for; beyond it nothing is sent, and nothing says so (reliability 5.5). */
const BY_CLIENT: ThrottleRule = { free: 10, windowMs: HOUR_MS }

/**
 * Asks for a mail with a link that sets a new password. Whether there is such a user is looked at when the mail is
 * made, elsewhere and later: here every well-formed address is the same work and the same answer (specification 7.4).
 */
export const requestRecovery =
  (needs: Needs) =>
  (email: string, { clientAddress }: Origin): TE.TaskEither<Outage, void> =>
    needs.storage.units.transact<never, void>('shared', async (unit) => {
      const { clock, keyedDigests, ipAddresses } = needs
      const nowMs = clock.nowMs()
      const network = clientAddress === undefined ? '' : ipAddresses.networkOf(clientAddress)
      const key = keyedDigests.of('throttle', frame(['recovery-client', network]))
      const known = await unit.throttles.lock(key)
      const counted = countTry(known ?? newThrottle(key, nowMs), BY_CLIENT, nowMs)
      if (known === undefined) unit.throttles.add(counted)
      else unit.throttles.replace(counted)
      if (counted.failures <= BY_CLIENT.free) addMail(needs, unit, { kind: 'recovery', email }, nowMs)
      return E.right(undefined)
    })
