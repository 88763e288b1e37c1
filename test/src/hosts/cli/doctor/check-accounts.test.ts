import { expect } from 'chai'
import { checkAccounts } from '@postrider/cli/doctor/check-accounts'
import type { AccountHealth } from '@postrider/core/providers/domain/calls/account-health'
import { publishHealth } from '@postrider/core/providers/domain/calls/account-report'
import type { NotAttempted } from '@postrider/core/providers/domain/calls/outcome'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { ProviderOpener } from '@postrider/core/providers/ports/provider'
import { right } from '@postrider/conformance/outcome'
import { aWorld } from '../../../core/fakes/world.js'

/**
 * An installation with a single account, whose kind keeps sessions or not, and the doctor's findings about
 * it.
 */
const aPatient = (connected?: () => NotAttempted | undefined, problem?: string) => {
  const world = aWorld()
  const { storage, clock } = world.ports
  const { providerAccount } = world.tenant
  const happened: string[] = []
  const opener: ProviderOpener = {
    ...world.provider.opener,
    check: () => problem,
    open: (...given) => {
      happened.push('opened')
      return {
        ...world.provider.opener.open(...given),
        ...(connected && { connect: () => Promise.resolve(connected()) }),
        close: async () => void happened.push('closed'),
      }
    },
  }
  const say = (status: AccountHealth['status'], detail?: string) => {
    const one = { status, sinceMs: clock.nowMs(), detail, sessions: 2, callsInFlight: 0 }
    const healthByAccount = new Map([[providerAccount.providerAccountId, one]])
    return right(
      storage.accountHealth.say((known) => publishHealth(1, healthByAccount, known, clock.nowMs())),
    )
  }
  const findings = (opens = false) => checkAccounts({ ...world.ports, providers: [opener] }, opens)
  return { world, say, findings, happened }
}

describe("The doctor's check of provider accounts", () => {
  it('shows the status that running dispatchers report, and opens no session', async () => {
    const { world, say, findings, happened } = aPatient()
    const only = async () =>
      (await findings()).map(({ verdict, sentence }) => `${verdict} ${sentence}`).join()
    expect(await only()).to.match(
      /^fine .*\(sandbox, pac_\w+\) can be opened; no running dispatcher uses it$/,
    )
    await say('up')
    expect(await only()).to.match(/^fine .* is up, in 1 dispatcher, with 2 sessions$/)
    await say('refused', 'the SMSC refused the session with 0x0D')
    expect(await only()).to.match(/^wrong .* has been refused since .*Z, in 1 dispatcher: the SMSC .* 0x0D$/)
    await say('down')
    expect(await only()).to.match(/^wrong .* has been down since /)
    await world.time.advance(MINUTE_MS)
    expect(await only()).to.match(/no running dispatcher uses it$/)
    expect(happened).to.deep.equal([])
  })

  it('reports an account that no dispatcher uses, with the reason', async () => {
    const { world, findings } = aPatient()
    const { storage, clock } = world.ports
    const one = {
      status: 'connecting',
      sinceMs: clock.nowMs(),
      detail: 'no connection',
      sessions: 0,
      callsInFlight: 0,
      isCircuitOpen: true,
    } as const
    const healthByAccount = new Map([[world.tenant.providerAccount.providerAccountId, one]])
    await right(storage.accountHealth.say((known) => publishHealth(1, healthByAccount, known, clock.nowMs())))
    const [found] = await findings()
    expect(`${found?.verdict} ${found?.sentence}`).to.match(
      /^wrong .* fails .* in 1 dispatcher: no connection$/,
    )
  })

  it('opens and closes its own session if asked to, and reports what prevented it', async () => {
    const outcomes: ReadonlyArray<readonly [NotAttempted | undefined, RegExp]> = [
      [undefined, /^fine .*: this machine can open a session$/],
      [{ _tag: 'NotAttempted', detail: 'no way' }, /^wrong .*: no way Check its host and port/],
      [
        { _tag: 'NotAttempted', detail: 'no entry', isRefused: true },
        /^wrong .*: no entry Check its secrets/,
      ],
    ]
    for (const [outcome, expected] of outcomes) {
      const { findings, happened } = aPatient(() => outcome)
      const [, found] = await findings(true)
      expect(`${found?.verdict} ${found?.sentence} ${found?.advice ?? ''}`.trim()).to.match(expected)
      expect(happened).to.deep.equal(['opened', 'closed'])
    }
    const [, none] = await aPatient().findings(true)
    expect(none).to.include({ verdict: 'fine' })
  })

  it('reports wrong settings, and then opens nothing', async () => {
    const { findings, happened } = aPatient(() => undefined, 'host is no name')
    const found = await findings(true)
    expect(found.map(({ verdict }) => verdict)).to.deep.equal(['wrong'])
    expect(found[0]?.sentence).to.include('cannot be opened: host is no name')
    expect(happened).to.deep.equal([])
  })
})
