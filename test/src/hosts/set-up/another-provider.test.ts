import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { capabilitiesText } from '@postrider/contracts/capabilities/document-text'
import { openApiText } from '@postrider/contracts/openapi/document-text'
import type { ResultOf } from '@postrider/core/assembly/registry'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { ProviderAdapter } from '@postrider/core/providers/ports/provider-adapter'
import { compose } from '@postrider/wiring/compose'
import { PROVIDERS, VOCABULARY } from '@postrider/wiring/providers'
import { expect } from 'chai'
import { aProductionOrder } from '../../builders/a-first-set-up.js'
import { left, right } from '@postrider/conformance/outcome'
import { freshDirectory } from '../../servers/run-directory.js'
import { someSettings } from '../wiring/some-settings.js'
import { anInstallation, type Installation, NOWHERE } from './an-installation.js'
import { closed } from '@postrider/core/kernel/codecs/shape'
import type { SettingsForms } from '@postrider/core/tenancy/domain/settings-form'
import { text } from '@postrider/core/kernel/codecs/text'

const FORMS: SettingsForms = [
  { title: 'File', settings: closed({ path: text() }, {}), secrets: closed({}, {}) },
]

/** A provider that only this test has: it writes emails as lines of the account's file. */
const files: ProviderAdapter = {
  kind: 'file',
  carries: ['email'],
  forms: FORMS,
  opener: () => ({
    kind: 'file',
    carries: ['email'],
    forms: FORMS,
    decidesRoute: (setting) => setting === 'path',
    check: () => undefined,
    open: ({ settings }) => ({
      deduplicates: false,
      reportsNothing: true,
      submit: async ({ messageId, to }) => {
        await appendFile(String(settings['path']), `${messageId} ${to}\n`)
        return { _tag: 'Accepted', providerMessageIds: [] }
      },
      close: () => Promise.resolve(),
    }),
  }),
}

const kindsIn = (document: string): readonly string[] => [
  ...new Set(
    [...document.matchAll(/"sandbox",\s+"smtp"(?:,\s+"[a-z-]+")*/g)].map(([found]) =>
      found.replace(/\s+/g, ' '),
    ),
  ),
]

const anAccount = async () => {
  const path = join(await freshDirectory('file-provider'), 'mails')
  const account = { kind: 'file', name: path, channels: ['email'], settings: { path } } as const
  return { path, account: { ...account, maxConcurrent: 2, timeoutMs: 5_000 } }
}

describe('A provider kind that only this process registers', () => {
  let at: Installation
  before(async () => {
    at = await anInstallation({}, {}, [...PROVIDERS, files])
  })
  after(() => at.close())

  it('is set up, saved, listed, opened and used to send', async () => {
    const [first, second] = [await anAccount(), await anAccount()]
    const order = aProductionOrder({ providers: [first.account] })
    const made = await at.setUp(order)
    const { email, password } = order.firstAdmin
    const code = at.codeOf(made.firstAdmin.totpSecret)
    const operator = await right(at.postrider.admitOperator({ email, password, code }, NOWHERE))
    const save = (changes: object) => {
      const body = { ...second.account, ...changes, reason: 'To see it work.' }
      return at.postrider.runOperation(operator, 'saveProviderAccount', body, NOWHERE)
    }
    expect((await right(save({}))).result).to.have.nested.property('providerAccount.kind', 'file')
    const fieldsOf = async (changes: object) => (await left(save(changes))) as Partial<Refusal>
    expect((await fieldsOf({ settings: {} })).fields?.map(({ field }) => field)).to.deep.equal([
      '/settings/path',
    ])
    expect((await fieldsOf({ kind: 'pigeon' })).fields).to.deep.equal([
      {
        location: 'body',
        field: '/kind',
        code: 'not_allowed',
        message: `The value must be one of: ${[...VOCABULARY.providerKinds, 'file'].join(', ')}.`,
      },
    ])
    const { result } = await right(at.postrider.runOperation(operator, 'listProviderAccounts', {}, NOWHERE))
    const { providerAccounts } = result as ResultOf<'listProviderAccounts'>
    expect(providerAccounts.map(({ kind, name }) => [kind, name])).to.have.deep.members([
      ['file', first.path],
      ['sandbox', 'Sandbox'],
      ['file', second.path],
    ])

    await at.dispatch()
    const messageId = await at.send(made, 'email', 'asha@example.com', 'SUBMITTED')
    expect(await readFile(first.path, 'utf8')).to.equal(`${messageId} asha@example.com\n`)
    expect(await at.findings()).to.deep.equal([])
  })

  it('is in the documents of this process, and not in those of another', () => {
    for (const textOf of [openApiText, capabilitiesText]) {
      const own = VOCABULARY.providerKinds.map((kind) => `"${kind}"`).join(', ')
      expect(kindsIn(textOf(at.vocabulary))).to.deep.equal([`${own}, "file"`])
      expect(kindsIn(textOf(VOCABULARY))).to.deep.equal([own])
    }
  })

  it('has a unique name that documents and databases can store', async () => {
    const settings = await someSettings()
    const named = (kind: string): ProviderAdapter => ({
      kind,
      forms: FORMS,
      opener: (parts) => ({ ...files.opener(parts), kind }),
    })
    for (const kind of ['File', 'f', 'two words', 'more-than-24-characters-x', 'smtp']) {
      const made = await Promise.allSettled([compose(settings, { providers: [...PROVIDERS, named(kind)] })])
      expect(made[0], kind)
        .to.have.nested.property('reason.message')
        .that.matches(/be called|are of the kind/)
    }
  })
})
