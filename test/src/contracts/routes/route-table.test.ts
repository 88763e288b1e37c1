import { ERRORS } from '@postrider/contracts/errors/error-registry'
import { ROUTES, ROUTE_LIST } from '@postrider/contracts/routes/route-table'
import { expect } from 'chai'

describe('The route table', () => {
  it('names each route after its operation, and has no method and path twice', () => {
    for (const [name, { operationId }] of Object.entries(ROUTES)) expect(operationId).to.equal(name)
    const places = ROUTE_LIST.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(places).size).to.equal(places.length)
  })

  it('has the routes of the contract, and the documents', () => {
    const lines = ROUTE_LIST.map(({ method, path, boundary, action }) =>
      [method, path, ...(boundary === 'none' ? [] : [action ?? boundary])].join(' '),
    )
    expect(lines).to.deep.equal([
      'POST /v1/messages messages.send',
      'POST /v1/messages/batch messages.send',
      'POST /v1/otp messages.send',
      'POST /v1/otp/verify messages.send',
      'GET /v1/messages messages.read',
      'GET /v1/messages/recent messages.read',
      'GET /v1/events events.read',
      'GET /v1/messages/{messageId} messages.read',
      'GET /v1/test/messages messages.read',
      'GET /v1/auth/check server',
      'GET /v1/balances billing.read',
      'GET /v1/usage usage.read',
      'POST /v1/sessions',
      'POST /v1/sessions/refresh',
      'DELETE /v1/sessions user',
      'POST /v1/password-recovery',
      'POST /v1/control/{operation} user',
      'POST /v1/agent/{operation} agent',
      'PUT /v1/attachments/{attachmentId}',
      'GET /v1/attachments/{attachmentId}',
      'GET /v1/health',
      'GET /v1/readiness',
      'GET /v1/release',
      'GET /openapi.json',
      'GET /openapi.sending.json',
      'GET /openapi.sending-3.0.json',
      'GET /ledger-key.json',
      'GET /capabilities.json',
      'GET /docs',
    ])
  })

  it('declares a codec for every parameter of a path', () => {
    for (const { path, request } of ROUTE_LIST) {
      const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(Object.keys(request.path?.required ?? {}), path).to.deep.equal(parameters)
    }
  })

  it('gives protected routes every response that a protected route can have', () => {
    for (const { boundary, errors, path } of ROUTE_LIST)
      if (boundary !== 'none')
        expect(errors, path).to.include.members(['unauthenticated', 'internal_error', 'service_unavailable'])
  })

  it('never has an error with a status that is also a success', () => {
    for (const { answers, errors, path } of ROUTE_LIST)
      for (const { status } of answers)
        expect(
          errors.map((code) => ERRORS[code].status),
          path,
        ).not.to.include(status)
  })

  it('limits a body to 256 KiB, 8 KiB without a caller, 8 MiB for a batch and 10 MiB for a file, and reads only declared ones', () => {
    const most: Readonly<Record<string, number>> = { sendBatch: 8_388_608, uploadAttachment: 10_485_760 }
    for (const { request, bytes, bodyLimitBytes, path, operationId, boundary } of ROUTE_LIST) {
      const hasBody = request.body !== undefined || bytes !== undefined
      expect(bodyLimitBytes, path).to.equal(
        hasBody ? (most[operationId] ?? (boundary === 'none' ? 8192 : 262_144)) : 0,
      )
    }
  })
})
