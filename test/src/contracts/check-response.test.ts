import { acceptedMessage } from '@postrider/contracts/messages/accepted-message'
import { errorBodyOf } from '@postrider/contracts/errors/error-body'
import { readiness } from '@postrider/contracts/status/readiness'
import { expect } from 'chai'
import { checkResponse } from './check-response.js'

const requestId = 'req_01k9x7c2v5n8q4r6t0w3y1z5bd'
const common = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': requestId,
  'x-content-type-options': 'nosniff',
}
const guarded = { ...common, 'cache-control': 'no-store' }
const refusing = { ...guarded, link: '</docs/errors/not_found>; rel="help"' }
const accepted = { ...acceptedMessage.rules.example, requestId }
const send = (status: number, headers: Record<string, string>, body: unknown) => () =>
  checkResponse('POST', 'http://127.0.0.1:8080/v1/messages?x=1', status, headers, body)

describe('The check of responses', () => {
  it('accepts what the contract describes', () => {
    send(202, guarded, accepted)()
    send(202, { ...guarded, 'Idempotency-Replayed': 'true' }, accepted)()
    send(401, { ...refusing, 'WWW-Authenticate': 'Bearer' }, errorBodyOf('unauthenticated', requestId))()
    send(429, { ...refusing, 'retry-after': '3' }, errorBodyOf('too_many_requests', requestId))()
    checkResponse('get', '/v1/readiness', 503, { ...common, 'retry-after': '1' }, readiness.rules.example)
    checkResponse(
      'GET',
      '/v1/messages/msg_1',
      404,
      new Headers(refusing),
      errorBodyOf('not_found', requestId),
    )
    checkResponse('GET', '/v1/nothing', 404, common, errorBodyOf('route_not_found', requestId))
    checkResponse(
      'PUT',
      '/v1/usage',
      405,
      { ...common, allow: 'GET' },
      errorBodyOf('method_not_allowed', requestId),
    )
    const refused = errorBodyOf('permission_denied', requestId)
    checkResponse('POST', '/v1/control/registerApp', 403, refusing, refused)
    checkResponse('POST', '/v1/control/nothing', 404, refusing, errorBodyOf('not_found', requestId))
    checkResponse('GET', '/docs', 200, { ...common, 'content-type': 'text/html' }, '<!doctype html>')
    checkResponse('GET', '/openapi.json', 200, common, { openapi: '3.1.0' })
  })

  it('reports an undescribed status, code or media type', () => {
    expect(send(200, guarded, accepted)).to.throw('POST http://127.0.0.1:8080/v1/messages?x=1 -> 200')
    expect(send(403, guarded, errorBodyOf('operation_not_allowed', requestId))).to.throw('body/code')
    const refused = errorBodyOf('organization_suspended', requestId)
    expect(() => checkResponse('POST', '/v1/control/closeChat', 403, refusing, refused)).to.throw('body/code')
    expect(send(202, { ...guarded, 'content-type': 'text/plain' }, accepted)).to.throw('content-type')
  })

  it('reports missing and wrong headers', () => {
    expect(send(202, common, accepted)).to.throw('header Cache-Control is missing')
    expect(send(202, { ...guarded, 'cache-control': 'private' }, accepted)).to.throw('header Cache-Control')
    expect(send(202, { ...guarded, 'x-request-id': 'other' }, accepted)).to.throw('requestId of the body')
    expect(send(401, guarded, errorBodyOf('unauthenticated', requestId))).to.throw(
      'WWW-Authenticate is missing',
    )
    expect(send(503, guarded, errorBodyOf('service_unavailable', requestId))).to.throw(
      'header Retry-After is missing',
    )
    const soon = { ...guarded, 'retry-after': 'soon' }
    expect(send(429, soon, errorBodyOf('too_many_requests', requestId))).to.throw('header Retry-After')
  })

  it('reports missing, wrong and undescribed fields, also nested ones', () => {
    expect(send(202, guarded, { ...accepted, messageId: undefined })).to.throw('messageId')
    expect(send(202, guarded, { ...accepted, acceptedAt: '2026-11-21T08:30:00Z' })).to.throw(
      'body/acceptedAt',
    )
    expect(send(202, guarded, { ...accepted, secret: 1 })).to.throw('secret')
    const whole = { currency: 'EUR', status: 'provisional', priceVersionId: 'prv_1' }
    const estimatedCharge = { ...whole, amountMinor: 0.5 }
    expect(send(202, guarded, { ...accepted, estimatedCharge })).to.throw('body/estimatedCharge/amountMinor')
    const problem = { location: 'body', field: '/to', code: 'odd', message: 'x' }
    expect(
      send(400, guarded, { ...errorBodyOf('invalid_request', requestId), fieldErrors: [problem] }),
    ).to.throw('body/fieldErrors/0/code')
  })

  it('reports an unknown path or method with another response', () => {
    expect(() =>
      checkResponse('GET', '/v1/nothing', 404, common, errorBodyOf('not_found', requestId)),
    ).to.throw('route_not_found')
    expect(() =>
      checkResponse('PUT', '/v1/usage', 405, common, errorBodyOf('method_not_allowed', requestId)),
    ).to.throw('Allow is missing')
  })
})
