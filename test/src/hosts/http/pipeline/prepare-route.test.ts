import { expect } from 'chai'
import { UNTRACED } from '@postrider/core/kernel/tracing/trace-context'
import { E } from '@postrider/core/fp'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import { prepareRoute } from '@postrider/http/pipeline/prepare-route'

describe('A prepared route', () => {
  it('passes the request id and the client address to its handler', async () => {
    const route = prepareRoute('getHealth', async ({ requestId, clientAddress }) =>
      E.right(jsonAnswer(200, { requestId, clientAddress })),
    )
    const answered = await route.answer({
      exchange: {
        caller: undefined,
        headers: {},
        requestId: 'req-1',
        trace: UNTRACED,
        clientAddress: '203.0.113.9',
        stage: 'begun',
        isWaiting: false,
        waits: { begin: () => undefined, end: () => undefined },
      },
      body: undefined,
      repeated: [],
      bytes: undefined,
      path: {},
      queryText: '',
      countAs: async () => E.right(undefined),
    })
    if (E.isLeft(answered)) return expect.fail(answered.left._tag)
    if (!('body' in answered.right)) return expect.fail('no body')
    expect(answered.right.body).to.deep.equal({ requestId: 'req-1', clientAddress: '203.0.113.9' })
  })
})
