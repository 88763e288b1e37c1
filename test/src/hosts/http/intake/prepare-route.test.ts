import { expect } from 'chai'
import { UNTRACED } from '@postrider/core/domain/tracing/trace-context'
import { E } from '@postrider/core/fp'
import { jsonAnswer } from '@postrider/http/answers/answer'
import { prepareRoute } from '@postrider/http/intake/prepare-route'

describe('A prepared route', () => {
  it('tells its handler which request it is, and where it comes from', async () => {
    const route = prepareRoute('getHealth', async ({ requestId, clientAddress }) =>
      E.right(jsonAnswer(200, { requestId, clientAddress })),
    )
    const answered = await route.answer({
      caller: undefined,
      person: undefined,
      agent: undefined,
      body: undefined,
      repeated: [],
      bytes: undefined,
      headers: {},
      path: {},
      queryText: '',
      requestId: 'req-1',
      trace: UNTRACED,
      clientAddress: '203.0.113.9',
      countMore: async () => E.right(undefined),
    })
    if (E.isLeft(answered)) return expect.fail(answered.left._tag)
    if (!('text' in answered.right)) return expect.fail('no text')
    expect(JSON.parse(answered.right.text)).to.deep.equal({
      requestId: 'req-1',
      clientAddress: '203.0.113.9',
    })
  })
})
