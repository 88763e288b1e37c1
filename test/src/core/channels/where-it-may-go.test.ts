import { expect } from 'chai'
import { DLT_REGISTRATION, WHATSAPP_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import type { TemplateContent } from '@postrider/core/channels/channels'
import { compileContent } from '@postrider/core/channels/own-records'

const INDIA = '+919876543210'
const ELSEWHERE = '+447400123456'
const sms = { channel: 'sms', text: 'Hello.' } as const
const whatsapp = { channel: 'whatsapp', text: 'Hello.' } as const
const email = { channel: 'email', subject: 'Hello', text: 'Hello.' } as const

/** The environments in which a text may be sent to the recipient. */
const placesOf = (content: TemplateContent, to: string): readonly string[] =>
  ['test', 'production'].filter(
    (environment) => compileContent(content, 'en').barTo(to, environment === 'test') === undefined,
  )

const CASES: ReadonlyArray<readonly [string, TemplateContent, string, readonly string[]]> = [
  [
    'an SMS registered with DLT, to India',
    { ...sms, registration: DLT_REGISTRATION },
    INDIA,
    ['test', 'production'],
  ],
  ['an unregistered SMS for India, to India', { ...sms, dlt: true }, INDIA, ['test']],
  ["an SMS that wasn't written for India, to India", { ...sms, dlt: false }, INDIA, []],
  ['any other SMS, to India', sms, INDIA, []],
  ['any other SMS, to another country', sms, ELSEWHERE, ['test', 'production']],
  ['an SMS for India, to another country', { ...sms, dlt: true }, ELSEWHERE, ['test', 'production']],
  [
    'a WhatsApp text registered with its vendor',
    { ...whatsapp, registration: WHATSAPP_REGISTRATION },
    INDIA,
    ['test', 'production'],
  ],
  ['any other WhatsApp text', whatsapp, ELSEWHERE, ['test']],
  ['an email', email, 'asha@example.com', ['test', 'production']],
]

describe('The environments of a template', () => {
  for (const [what, content, to, places] of CASES)
    it(`${what}: ${places.join(' and ') || 'nowhere'}`, () => {
      expect(placesOf(content, to)).to.deep.equal(places)
    })
})
