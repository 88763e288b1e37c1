import { expect } from 'chai'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { findingText } from '../tidy/finding.js'
import { decisionsByName, type Exception, isExcepted } from './channel-names.js'
import { packageSources } from './source-files.js'

const CHANNELS: ReadonlySet<string> = new Set(CHANNEL_NAMES)

const EXCEPTIONS: readonly Exception[] = [
  {
    path: 'adapters/provider-smtp/src/compose-mail.ts',
    because: 'a mail server speaks one channel’s protocol',
  },
  {
    path: 'adapters/provider-http-sms/src/requests/submission-values.ts',
    because: 'a gateway of SMS takes one channel',
  },
  {
    path: 'adapters/provider-smpp/src/compose-sms.ts',
    because: 'an SMSC speaks one channel’s protocol',
  },
  {
    path: 'adapters/provider-whatsapp/src/requests/compose-message.ts',
    because: 'the Cloud API takes one channel',
  },
  { path: 'hosts/demo/src', because: 'the demo’s own templates are called after the channels they show' },
]

const product = packageSources().filter(
  ({ path }) => /^(core|contracts|adapters|hosts)\//.test(path) && !path.startsWith('core/src/channels/'),
)
const found = product.flatMap((source) => decisionsByName(source, CHANNELS))

const problemsIn = (text: string): readonly string[] =>
  decisionsByName({ path: 'core/src/a.ts', text }, CHANNELS).map(({ problem }) => problem)

describe('Code outside the channels', () => {
  it('decides nothing by the name of a channel', () => {
    expect(product.length).to.be.greaterThan(500)
    const refused = found.filter((finding) => !isExcepted(finding, EXCEPTIONS))
    if (refused.length > 0) expect.fail(`\n${refused.map(findingText).join('\n')}`)
  })

  for (const exception of EXCEPTIONS)
    it(`has an exception that is still needed: ${exception.path}, because ${exception.because}`, () => {
      expect(found.some((finding) => isExcepted(finding, [exception]))).to.equal(true)
    })
})

describe('The rule of channel names', () => {
  for (const [what, text] of [
    ['a comparison', `const f = (channel: string) => channel === 'sms'`],
    ['a reversed comparison', `const f = (channel: string) => 'email' !== channel`],
    ['a case', `switch (channel) { case 'whatsapp': run() }`],
    ['a table', `const most = { sms: 1, email: 2 }`],
    ['a type with a member for each', `interface All { sms: string; whatsapp: string }`],
    ['a choice', `type Some = 'sms' | 'whatsapp'`],
  ] as const)
    it(`finds ${what}`, () => expect(problemsIn(text)).to.have.length(1))

  for (const [what, text] of [
    ['an example', `const message = { channel: 'sms', to: '+447400123456' }`],
    ["a person's address", `const person = { email: 'asha@example.com', name: 'Asha' }`],
    ["a selection of a person's fields", `type Part = 'email' | 'name'`],
  ] as const)
    it(`allows ${what}`, () => expect(problemsIn(text)).to.deep.equal([]))
})
