import { expect } from 'chai'
import { overviewReadings } from '@postrider/core/platform/use-cases/status/read-overview'
import { batchRequest } from '@postrider/contracts/messages/batch-request'
import { variableValues } from '@postrider/core/templates/domain/variable-values'
import { usageQuery } from '@postrider/contracts/accounts/usage'
import { ROUTE_LIST } from '@postrider/contracts/routes/route-table'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { compile } from '@postrider/core/kernel/codecs/compile'
import { checkUsageRange } from '@postrider/core/ledger/domain/usage-range'
import { OPERATIONS } from '@postrider/core/assembly/registry'
import { PLATFORM_LIMITS } from '@postrider/core/limits/domain/limits'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { getClientReleasePolicy } from '@postrider/core/platform/operations/get-client-release-policy'
import { endedSession } from '@postrider/core/identity/domain/people/session'
import { proveIdentity } from '@postrider/core/identity/use-cases/people/prove-identity'
import { right } from '@postrider/conformance/outcome'
import { OFFER, useOffice } from '../../assembly/an-office.js'

describe('The platform', () => {
  const office = useOffice()

  describe('The platform’s configuration', () => {
    it('shows any signed-in person what the service offers', async () => {
      const stranger = await office.at.stranger()
      expect(await office.at.done(stranger, 'getPlatformConfig', {})).to.deep.equal({
        contractVersion: OFFER.contractVersion,
        currencies: OFFER.currencies,
        channels: CHANNEL_NAMES,
        limits: PLATFORM_LIMITS,
      })
    })

    it('has the shape that the registry promises', async () => {
      const shape = compile(OPERATIONS.getPlatformConfig.result)
      const answer = await office.at.done(office.at.viewer, 'getPlatformConfig', {})
      expect(E.isRight(shape(answer, 'body'))).to.equal(true)
    })

    for (const [operation, body] of [
      ['getPlatformConfig', {}],
      ['getClientReleasePolicy', { platform: 'web', version: '1.0.0' }],
    ] as const)
      it(`is hidden from a person whose session has just ended (${operation})`, async () => {
        const { viewer, storage, clock } = office.at
        await office.at.done(viewer, operation, body)
        await right(
          storage.units.transact<never, undefined>('exclusive', async (unit) => {
            const [session] = await unit.sessions.lockLive(viewer.userId, clock.nowMs())
            if (session !== undefined)
              unit.sessions.replace(endedSession(session, 'signed_out', clock.nowMs()))
            return E.right(undefined)
          }),
        )
        expect((await office.at.refused(viewer, operation, body))._tag).to.equal('Unauthenticated')
      })

    it('names the limits of requests', () => {
      const limitOf = (path: string) => ROUTE_LIST.find((route) => route.path === path)?.bodyLimitBytes
      const { sizeBytes } = OPERATIONS.generateAttachmentUploadUrl.request.required
      const { limit } = OPERATIONS.listServerCredentials.request.required
      const midnight = Date.UTC(2026, 0, 1)
      const daysOf = (days: number) =>
        checkUsageRange(
          { location: 'query', fromMs: midnight, toMs: midnight + days * DAY_MS },
          midnight + 90 * DAY_MS,
        )
      expect(PLATFORM_LIMITS).to.deep.equal({
        bodyBytes: limitOf('/v1/messages'),
        batchBytes: limitOf('/v1/messages/batch'),
        batchMessages: batchRequest.required.messages.rules.maxItems,
        variables: variableValues.rules.maxEntries,
        variableCharacters: variableValues.values.rules.maxLength,
        pageEntries: limit.inner.rules.max,
        usageRangeDays: [30, 31, 32].filter((days) => daysOf(days).length === 0).at(-1),
        attachmentBytes: sizeBytes.rules.max,
      })
      expect(usageQuery.required.limit.inner.rules.max).to.equal(PLATFORM_LIMITS.pageEntries)
    })
  })

  describe('The policy for releases of clients', () => {
    const ask = (version: string, platform = 'ios') =>
      office.at.done(office.at.viewer, 'getClientReleasePolicy', { platform, version })

    it('allows every release by default', async () => {
      for (const platform of ['server', 'web', 'ios', 'android'])
        expect(await ask('1.0.0', platform)).to.deep.equal({
          status: 'supported',
          minimumVersion: '1.0.0',
          recommendedVersion: '1.0.0',
          message: 'This release is supported.',
        })
      expect(await ask('0.9.9')).to.include({ status: 'blocked' })
    })

    it('is separate for each platform', async () => {
      const early = { minimum: '1.0.0', recommended: '1.0.0' }
      const releasePolicies = {
        server: early,
        web: early,
        android: early,
        ios: { minimum: '2.0.0', recommended: '2.4.0' },
      }
      const [prove, overview] = [proveIdentity(office.at), overviewReadings(office.at)]
      const needs = { ...office.at, platform: { ...OFFER, releasePolicies }, prove, overview, entries: [] }
      const judge = async (platform: 'ios' | 'web') => {
        const call = { request: { platform, version: '2.3.9' }, membership: undefined, nowMs: 0 }
        const caller = { facts: {} as never, signature: {} as never, isLockedOut: () => false }
        const rest = { ...caller, origin: { requestId: undefined, clientAddress: undefined } }
        return (await right(() => getClientReleasePolicy.read({ ...call, ...rest }, needs))).value?.result
      }
      expect(await judge('ios')).to.include({
        status: 'deprecated',
        minimumVersion: '2.0.0',
        recommendedVersion: '2.4.0',
      })
      expect(await judge('web')).to.include({ status: 'supported', recommendedVersion: '1.0.0' })
    })
  })
})
