import { expect } from 'chai'
import { compileTemplate } from '@postrider/core/domain/templates/compiled-template'
import { render, unitsOf } from '@postrider/core/domain/templates/render'
import type { TemplateContent } from '@postrider/core/domain/templates/template'
import { aTemplate } from '@postrider/conformance/builders/a-template'

const compiled = (content: TemplateContent, ...names: readonly string[]) =>
  compileTemplate(aTemplate({ content, variables: names.map((name) => ({ name, example: 'x' })) }))

describe('A rendered message', () => {
  it('of SMS is its text with the segments it takes', () => {
    const template = compiled({ channel: 'sms', text: 'Hi {{name}}' }, 'name')
    expect(render(template, { name: 'Asha' })).to.deep.equal({
      channel: 'sms',
      text: 'Hi Asha',
      encoding: 'gsm7',
      segments: 1,
    })
    expect(render(template, { name: 'आशा' })).to.include({ encoding: 'ucs2', segments: 1 })
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
    expect(render(compiled(content, 'name'), { name })).to.deep.equal({
      channel: 'email',
      subject: `For ${name}`,
      text: `Hi ${name}`,
      html: `<b title="${escaped}">${escaped}</b>`,
    })
  })

  it('of email without HTML has none', () => {
    const template = compiled({ channel: 'email', subject: 'S', text: 'T' })
    expect(render(template, {})).to.deep.equal({ channel: 'email', subject: 'S', text: 'T', html: undefined })
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
    expect(render(compiled(content, 'a', 'b', 'who'), { a: '1', b: '2', who: 'Asha' })).to.deep.equal({
      channel: 'whatsapp',
      text: 'To Asha\n2 1 2\nBye',
      bodyParameters: ['2', '1'],
      templateName: 'order_shipped',
      language: 'en_US',
    })
    const { registration: _, ...unregistered } = content
    expect(render(compiled(unregistered, 'a', 'b', 'who'), {})).to.include({
      templateName: undefined,
      language: 'en',
    })
  })

  it('is charged by its segments as SMS, and once on the other channels', () => {
    const long = { name: 'a'.repeat(400) }
    expect(unitsOf(compiled({ channel: 'sms', text: '{{name}}' }, 'name'), long)).to.equal(3)
    expect(unitsOf(compiled({ channel: 'whatsapp', text: '{{name}}' }, 'name'), long)).to.equal(1)
    expect(unitsOf(compiled({ channel: 'email', subject: 's', text: '{{name}}' }, 'name'), long)).to.equal(1)
  })
})
