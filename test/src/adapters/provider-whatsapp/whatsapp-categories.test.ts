import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { fresh } from '@postrider/conformance/builders/fresh'
import { cloudCallbackReader } from '@postrider/provider-whatsapp/callbacks/read-callback'

const WABA = '102290129340398'
const account = aProviderAccount({ kind: 'whatsapp', settings: { wabaId: WABA } })
const messageId = fresh.id('msg')

/** Reads a signed callback with one change. */
const readChange = async (field: string, value: object) => {
  const entry = [{ id: WABA, time: 1_751_247_548, changes: [{ field, value }] }]
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
  const verdict = await cloudCallbackReader.read(
    account,
    { accessToken: 'a', appSecret: 'now', verifyToken: 'token' },
    {
      method: 'POST',
      url: 'https://api.example.com/callbacks/pac_1/prlt_1',
      headers: { 'x-hub-signature-256': `sha256=${createHmac('sha256', 'now').update(body).digest('hex')}` },
      body,
    },
  )
  return verdict._tag === 'Read' ? verdict : expect.fail(verdict._tag)
}

describe("The vendor's category of a template", () => {
  const update = (value: object) =>
    readChange('template_category_update', {
      message_template_name: 'order_shipped',
      message_template_language: 'en-US',
      ...value,
    })
  const recategorized = { verdict: 'recategorized', name: 'order_shipped', reason: 'MARKETING' }

  it('follows its update, and not the announcement of one', async () => {
    const { templates } = await update({ previous_category: 'UTILITY', new_category: 'MARKETING' })
    expect(templates).to.have.length(1)
    expect(templates[0]).to.include({ ...recategorized, language: 'en_US' })
    const later = await update({ new_category: 'UTILITY', correct_category: 'MARKETING' })
    expect(later.templates).to.deep.equal([])
    expect((await update({ new_category: 'SERVICE' })).templates).to.deep.equal([])
  })

  const charged = async (category: string, sentAs: string, timestamp = '1750263773') => {
    const biz_opaque_callback_data = `${messageId}${sentAs}`
    const pricing = { billable: true, pricing_model: 'PMP', category, type: 'regular' }
    const status = { id: 'wamid.1', status: 'delivered', timestamp, biz_opaque_callback_data, pricing }
    const verdict = await readChange('messages', { messaging_product: 'whatsapp', statuses: [status] })
    expect(verdict.reports[0]).to.include({ messageId, status: 'delivered' })
    return verdict.templates
  }

  it('is compared with the one that a message was sent in, and reported once a day', async () => {
    const [report] = await charged('marketing', ' utility en_US order_shipped')
    expect(report).to.include({ ...recategorized, language: 'en_US' })
    const [again] = await charged('marketing_lite', ' utility en_US order_shipped', '1750263774')
    expect(again?.eventKey).to.equal(report?.eventKey)
    const [later] = await charged('marketing', ' utility en_US order_shipped', '1750363773')
    expect(later?.eventKey).not.to.equal(report?.eventKey)
  })

  it("isn't reported if it is the same, unknown, or the message doesn't name its template", async () => {
    expect(await charged('utility', ' utility en_US order_shipped')).to.deep.equal([])
    expect(await charged('authentication-international', ' authentication en login')).to.deep.equal([])
    expect(await charged('referral_conversion', ' utility en_US order_shipped')).to.deep.equal([])
    expect(await charged('marketing', '')).to.deep.equal([])
  })
})
