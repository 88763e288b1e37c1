import { expect } from 'chai'
import { type FieldExample, FIELD_GUIDES } from '@postrider/contracts/errors/field-guide'
import { FIELD_CODES } from '@postrider/core/kernel/codecs/fault'
import { type HttpFixture, openHttpFixture } from '../../hosts/http/http-fixture.js'
import { expectRefusal, valueIn } from '../../hosts/http/refusals.js'

describe('The example of each field code', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  /** The body with the records of the test instead of those of the documentation. */
  const filled = (body: object): string => {
    const { project, app, template } = http.mine
    return JSON.stringify(body)
      .replaceAll(/prj_\w+/g, project.projectId)
      .replaceAll(/app_\w+/g, app.appId)
      .replaceAll(/tpl_\w+/g, template.sms.templateId)
  }

  const sent = ({ method, path, headers, body }: FieldExample) =>
    http.call(method, path, {
      headers: {
        Authorization: `Bearer ${http.mine.bearer}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: filled(body) }),
    })

  for (const code of FIELD_CODES)
    it(`gets exactly its entry: ${code}`, async () => {
      const { example } = FIELD_GUIDES[code]
      const reply = await sent(example)
      expectRefusal(reply, 'invalid_request')
      expect(valueIn(reply, 'fieldErrors')).to.deep.equal([example.entry])
    })
})
