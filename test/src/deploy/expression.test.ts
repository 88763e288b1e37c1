import { expect } from 'chai'
import { faultsOf, readExpression } from './expression.js'
import { seriesIn } from './exposition.js'

const PAGE = `# HELP sends_total Sends.
# TYPE sends_total counter
sends_total{code="a \\"b\\", c=1",channel="sms"} 5
calls_bucket{provider="p",le="0.1"} 1
calls_bucket{provider="p",le="+Inf"} 1e+06
info{provider="p",name="n}"} 1
plain 0
`
const KNOWN = seriesIn(PAGE)

describe('The reader of expressions', () => {
  it('reads a page of metrics: names and their labels, for any content of the values', () => {
    expect([...KNOWN.keys()]).to.deep.equal(['sends_total', 'calls_bucket', 'info', 'plain'])
    expect([...(KNOWN.get('sends_total') ?? [])]).to.deep.equal(['code', 'channel'])
    expect([...(KNOWN.get('info') ?? [])]).to.deep.equal(['provider', 'name'])
  })

  it('distinguishes series from functions, and labels of matchers from those of groups', () => {
    const read = readExpression('sum by (code) (rate(sends_total{channel="sms"}[5m])) / on () plain')
    expect(read.selectors).to.deep.equal([
      { name: 'sends_total', labels: ['channel'] },
      { name: 'plain', labels: [] },
    ])
    expect(read.groupings).to.deep.equal([
      { labels: ['code'], names: ['sends_total'] },
      { labels: [], names: ['sends_total', 'plain'] },
    ])
  })

  for (const expression of [
    'sum by (code) (rate(sends_total{channel="sms",instance=~"."}[5m])) > 0',
    'histogram_quantile(0.9, sum by (le, provider) (rate(calls_bucket[5m]))) * on (provider) group_left (name) info',
    'absent(plain{job="x"}) or vector(0)',
  ])
    it(`finds no problem in ${expression}`, () => {
      expect(faultsOf(expression, KNOWN)).to.deep.equal([])
    })

  const wrong: ReadonlyArray<readonly [string, RegExp]> = [
    ['sum(rate(sent_total[5m]))', /^there is no sent_total:/],
    ['sends_total{chanel="sms"}', /^sends_total has no label chanel:/],
    ['sum by (color) (sends_total)', /^none of sends_total has a label color:/],
    ['sends_total * on (channel) group_left (name) plain', /a label name:/],
    ['sum without (color) (sends_total)', /a label color:/],
  ]
  for (const [expression, sentence] of wrong)
    it(`finds the problem in ${expression}`, () => {
      const faults = faultsOf(expression, KNOWN)
      expect(faults).to.have.length(1)
      expect(faults[0]).to.match(sentence)
    })

  it('refuses an invalid expression', () => {
    expect(() => readExpression('sum(rate(sends_total[5m])')).to.throw('no expression')
  })
})
