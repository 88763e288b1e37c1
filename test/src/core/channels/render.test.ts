import { expect } from 'chai'
import type { TemplateContent } from '@postrider/core/channels/channels'
import { compileContent } from '@postrider/core/channels/own-records'

const compiled = (content: TemplateContent) => compileContent(content, 'en')

describe('A rendered message', () => {
  it('of SMS is its text with the number of segments', () => {
    const template = compiled({ channel: 'sms', text: 'Hi {{name}}' })
    expect(template.render({ name: 'Asha' })).to.deep.equal({
      channel: 'sms',
      text: 'Hi Asha',
      encoding: 'gsm7',
      segments: 1,
    })
    expect(template.render({ name: 'आशा' })).to.include({ encoding: 'ucs2', segments: 1 })
  })

  it('of email escapes values in HTML, and only there', () => {
    const content = {
      channel: 'email' as const,
      subject: 'For {{name}}',
      text: 'Hi {{name}}',
      html: '<b title="{{name}}">{{name}}</b>',
    }
    const name = `<a href='x'>&"`
    const escaped = '&lt;a href=&#39;x&#39;&gt;&amp;&quot;'
    expect(compiled(content).render({ name })).to.deep.equal({
      channel: 'email',
      subject: `For ${name}`,
      text: `Hi ${name}`,
      html: `<b title="${escaped}">${escaped}</b>`,
    })
  })

  it('of email has HTML only if the template has it', () => {
    const template = compiled({ channel: 'email', subject: 'S', text: 'T' })
    expect(template.render({})).to.deep.equal({ channel: 'email', subject: 'S', text: 'T', html: undefined })
  })

  it('of WhatsApp gives the values of body_1 to body_N in the order of first appearance', () => {
    const registration = { name: 'order_shipped', language: 'en_US', namespace: 'n' }
    const content = {
      channel: 'whatsapp' as const,
      header: 'To {{who}}',
      text: '{{b}} {{a}} {{b}}',
      footer: 'Bye',
      registration,
    }
    expect(compiled(content).render({ a: '1', b: '2', who: 'Asha' })).to.deep.equal({
      channel: 'whatsapp',
      text: 'To Asha\n2 1 2\nBye',
      headerParameters: ['Asha'],
      bodyParameters: ['2', '1'],
      templateName: 'order_shipped',
      language: 'en_US',
    })
    const { registration: _, ...unregistered } = content
    expect(compiled(unregistered).render({})).to.include({
      templateName: undefined,
      language: 'en',
    })
  })

  it('is charged by segment for SMS, and once for the other channels', () => {
    const long = { name: 'a'.repeat(400) }
    expect(compiled({ channel: 'sms', text: '{{name}}' }).layout(long).units).to.equal(3)
    expect(compiled({ channel: 'whatsapp', text: '{{name}}' }).layout(long).units).to.equal(1)
    expect(compiled({ channel: 'email', subject: 's', text: '{{name}}' }).layout(long).units).to.equal(1)
  })
})
