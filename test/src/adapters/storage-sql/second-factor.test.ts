import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { Storage } from '@postrider/core/assembly/storage'
import { newThrottle, succeeded } from '@postrider/core/limits/domain/throttle'
import {
  confirmSecondFactor,
  type ConfirmingNeeds,
} from '@postrider/core/identity/use-cases/people/confirm-second-factor'
import { throttleKeys } from '@postrider/core/identity/use-cases/people/throttled-attempts'
import { aHolder, FACTOR_PORTS } from '../../builders/a-second-factor.js'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { type OpenStorage, useStorage } from '@postrider/conformance/storage'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { plainIpAddresses } from '../../core/fakes/plain-ip-addresses.js'
import { plainDigests } from '../../core/fakes/plain-secrets.js'
import { postgresOpener } from '../storage-postgres/open-postgres.js'
import { mariadbOpener, sqliteOpener } from './open-databases.js'

const USES = 20

const PORTS: Omit<ConfirmingNeeds, 'storage'> = {
  ...FACTOR_PORTS,
  clock: { nowMs: () => NOW_MS },
  ids: { next: (prefix) => fresh.id(prefix) },
  keyedDigests: plainDigests,
  ipAddresses: plainIpAddresses,
}

/** Separate client addresses, all known for the super admin. */
const originOf = (at: number) => ({ requestId: undefined, clientAddress: `192.0.2.${at}` })

const raceOn = (name: string, open: OpenStorage): void => {
  describe(`A second factor on ${name}`, () => {
    const at = useStorage(open)

    /** A super admin with free attempts from each of the places. */
    const aFamiliarHolder = async () => {
      const holder = aHolder()
      const { user, admin } = holder
      await exclusively(at, (unit) => {
        unit.users.add(user)
        unit.superAdmins.add(admin)
        for (let place = 0; place < USES; place += 1) {
          const { here } = throttleKeys(PORTS, 'second-factor', user.emailKey, originOf(place))
          unit.throttles.add(succeeded(newThrottle(here, NOW_MS), NOW_MS))
        }
      })
      return holder
    }

    const useEverywhere = async (holder: ReturnType<typeof aHolder>, code: string) => {
      const storages: readonly Storage[] = [at.storage, await at.another()]
      const confirmations = storages.map((storage) =>
        confirmSecondFactor({ ...PORTS, storage }, 'super admins'),
      )
      const uses = Array.from({ length: USES }, async (_, place) => {
        const origin = originOf(place)
        const keys = throttleKeys(PORTS, 'sign-in', holder.user.emailKey, origin)
        const confirm = confirmations[place % confirmations.length] ?? expect.fail('no confirmation')
        const nothing = async () => E.right({ result: undefined, acts: [] })
        const answer = await confirm({ user: holder.user, keys }, code, origin, nothing)()
        return answer._tag === 'Left' ? answer.left._tag : 'Confirmed'
      })
      return (await Promise.all(uses)).sort()
    }

    for (const kind of ['a code of the authenticator', 'a recovery code'])
      it(`is confirmed by one of ${USES} concurrent uses of ${kind}, and all are checked`, async () => {
        const holder = await aFamiliarHolder()
        const isRecovery = kind === 'a recovery code'
        const [code = ''] = isRecovery ? holder.recoveryCodes : [holder.codeOf()]
        const refused = Array.from({ length: USES - 1 }, () => 'InvalidCredentials')
        expect(await useEverywhere(holder, code)).to.deep.equal(['Confirmed', ...refused])
        const kept = await right(at.storage.people.superAdmin(holder.user.userId))
        expect(kept?.recoveryVerifiers).to.have.length(isRecovery ? 9 : 10)
        const events = await right(at.storage.audit.chain(undefined, 0, 100))
        expect(events.filter(({ target }) => target === holder.user.userId)).to.have.length(1)
      })
  })
}

raceOn('SQLite', sqliteOpener())
raceOn('MariaDB', mariadbOpener())
raceOn('PostgreSQL', postgresOpener())
