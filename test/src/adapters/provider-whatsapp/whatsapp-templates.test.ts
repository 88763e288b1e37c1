import { whatsappOpener } from '@postrider/provider-whatsapp/whatsapp-provider'
import { expect } from 'chai'
import { answering, type ScriptedServer, startScriptedServer } from '../http-calls/scripted-server.js'
import { accountAt, parts } from './open-whatsapp.js'

const SECRETS = { accessToken: 'EAAJB', appSecret: 'secret', verifyToken: 'token' }
const WABA = '102290129340398'

const template = (name: string, status: string, category = 'UTILITY') => ({
  id: '1',
  name,
  language: 'en_US',
  status,
  category,
})

describe('The templates of a WhatsApp Business Account', () => {
  let server: ScriptedServer
  before(async () => {
    server = await startScriptedServer()
  })
  after(() => server.close())

  const read = async () => {
    const account = accountAt({ url: server.url, wabaId: WABA })
    const provider = whatsappOpener(parts).open(account, SECRETS, async () => undefined)
    try {
      return (await provider.readTemplates?.(2_000)) ?? []
    } finally {
      await provider.close()
    }
  }

  it('are read page by page, each with its status, category and quality', async () => {
    const pages = [
      {
        data: [
          { ...template('shipped', 'APPROVED'), quality_score: { score: 'GREEN', date: 1_700_000_000 } },
          template('offer', 'PAUSED', 'MARKETING'),
        ],
        paging: { cursors: { after: 'MjQ' }, next: 'https://elsewhere.example/' },
      },
      { data: [template('new', 'PENDING'), { name: 7 }], paging: { cursors: { after: 'NTA' } } },
    ]
    server.answerWith((response, { path }) =>
      answering(200, pages[path.includes('after=') ? 1 : 0])(response),
    )
    const listed = await read()
    expect(
      listed.map(({ name, status, category, quality }) => [name, status, category, quality]),
    ).to.deep.equal([
      ['shipped', 'APPROVED', 'UTILITY', 'GREEN'],
      ['offer', 'PAUSED', 'MARKETING', undefined],
      ['new', 'PENDING', 'UTILITY', undefined],
    ])
    const reports = listed.flatMap((one) => one.reports)
    expect(reports.map(({ name, verdict, reason }) => [name, verdict, reason])).to.deep.equal([
      ['shipped', 'approved', 'APPROVED'],
      ['shipped', 'recategorized', 'UTILITY'],
      ['offer', 'paused', 'PAUSED'],
      ['offer', 'recategorized', 'MARKETING'],
      ['new', 'recategorized', 'UTILITY'],
    ])
    expect(new Set(reports.map(({ eventKey }) => eventKey)).size).to.equal(reports.length)
    const [first, second] = server.requests
    expect(first).to.include({
      method: 'GET',
      path: `/v25.0/${WABA}/message_templates?fields=name%2Clanguage%2Cstatus%2Ccategory%2Cquality_score&limit=100`,
    })
    expect(first?.headers).to.include({ authorization: 'Bearer EAAJB' })
    expect(second?.path).to.match(/&after=MjQ$/)
  })

  it("aren't read in part: a refusal rejects, with its code and without the token", async () => {
    server.answerWith(answering(400, { error: { code: 190, message: 'EAAJB expired' } }))
    const failure = await read().then(
      () => expect.fail('it was read'),
      (error: unknown) => String(error),
    )
    expect(failure).to.include('400, 190').and.not.to.include('EAAJB')
  })
})
