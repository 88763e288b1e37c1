import { expect } from 'chai'
import { crashRun, type Death } from './crash-run.js'
import { lines } from './findings.js'
import type { Sabotage } from './sabotage.js'
import { sideBySide } from './side-by-side.js'

/** The findings for each fault. A check that can't fail proves nothing. */
const FAULTS: ReadonlyArray<{
  readonly title: string
  readonly sabotage: Sabotage
  readonly death: Death
  readonly findings: readonly RegExp[]
}> = [
  {
    title: 'a dispatcher that ignores leases and started attempts',
    sabotage: 'no-fencing',
    death: { point: 'C10', passage: 9 },
    findings: [/^D-2 msg_\w+: was sent 2 times/],
  },
  {
    title: 'a 202 that leaves before its commit',
    sabotage: 'answers-before-commit',
    death: { point: 'C2', passage: 7 },
    findings: [/^D-1 msg_\w+: was answered with 202 and is not in the database/, /^I-1 /],
  },
  {
    title: 'a settlement that takes more than its ledger event has',
    sabotage: 'wrong-books',
    death: { point: 'C12', passage: 4 },
    findings: [/^M-1 org_\w+\/test\/INR: /, /^M-2 posted: /],
  },
  {
    title: 'a second call of the provider',
    sabotage: 'sends-twice',
    death: { point: 'C12', passage: 4 },
    findings: [/^D-2 msg_\w+: was sent 2 times/],
  },
]

describe('The crash checks', function () {
  this.timeout(300_000)
  const runs = sideBySide(
    FAULTS.map(
      ({ sabotage, death }) =>
        () =>
          crashRun({ mode: 'plain', sabotage }, [death]),
    ),
    2,
  )
  after(() => runs.idle())

  FAULTS.forEach(({ title, findings }, at) => {
    it(`find ${title}`, async () => {
      const found = lines(await runs.result(at))
      for (const finding of findings) expect(found.join('\n')).to.match(new RegExp(finding, 'm'))
    })
  })
})
