import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import {
  coversClass,
  coversScope,
  OPT_OUT_POLICY,
  widestScope,
} from '@postrider/core/consent/domain/opt-out-policy'
import { SUPPRESSION_SCOPES } from '@postrider/core/consent/domain/suppression'
import { LANES } from '@postrider/core/kernel/messages/lane'

describe('The policy of opt-outs', () => {
  it('is the table of the docs', () => {
    const page = readFileSync(new URL('../../../../../docs/api/consent.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| .+? +\| (.+?) +\| `(\w+)` +\| `(\w+)` +\|$/gm)]
    expect(
      rows.map(([, channels = '', source, scope]) => [channels.replaceAll('`', ''), source, scope]),
    ).to.deep.equal(
      Object.values(OPT_OUT_POLICY).map(({ channels, source, scope }) => [
        channels.join(', '),
        source,
        scope,
      ]),
    )
  })

  it('never stops OTPs because of a complaint, and everything because of a STOP', () => {
    const stopped = (cause: keyof typeof OPT_OUT_POLICY) =>
      LANES.filter((lane) => coversClass(OPT_OUT_POLICY[cause].scope, lane))
    expect(stopped('complaint')).to.deep.equal(['transactional', 'promotional'])
    expect(stopped('unsubscribe')).to.deep.equal(['promotional'])
    expect(stopped('stop')).to.deep.equal(['otp', 'transactional', 'promotional'])
    expect(stopped('blocked')).to.deep.equal(['promotional'])
  })

  it('has scopes that each cover the narrower ones', () => {
    for (const [at, wider] of SUPPRESSION_SCOPES.entries())
      for (const [than, narrower] of SUPPRESSION_SCOPES.entries()) {
        expect(coversScope(wider, narrower), `${wider} ${narrower}`).to.equal(at <= than)
        const isSubset = LANES.every((lane) => !coversClass(narrower, lane) || coversClass(wider, lane))
        expect(isSubset, `${wider} ${narrower}`).to.equal(at <= than)
      }
  })

  it('limits what a source can stop', () => {
    const limits = (['operator', 'opt_out', 'bounce', 'complaint', 'blocked'] as const).map(widestScope)
    expect(limits).to.deep.equal(['all', 'all', 'all', 'except_otp', 'promotional'])
  })
})
