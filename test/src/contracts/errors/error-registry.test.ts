import { compile } from '@postrider/core/kernel/codecs/compile'
import { errorBody, errorBodyOf } from '@postrider/contracts/errors/error-body'
import { ERRORS, ERROR_CODES, isErrorCode } from '@postrider/contracts/errors/error-registry'
import { REFUSAL_CODES } from '@postrider/contracts/errors/refusal-codes'
import { E } from '@postrider/core/fp'
import { expect } from 'chai'

// Source: the table of docs/api/conventions#error-codes.
const table: Readonly<Record<number, string>> = {
  400: 'invalid_json invalid_request template_unavailable otp_verification_failed',
  401: 'unauthenticated invalid_credentials second_factor_required',
  403:
    'action_not_granted channel_not_granted scope_mismatch channel_not_active organization_suspended ' +
    'sender_unavailable price_unavailable insufficient_balance budget_exceeded destination_not_allowed ' +
    'operation_not_allowed permission_denied approval_required',
  404: 'not_found route_not_found',
  405: 'method_not_allowed',
  409: 'idempotency_conflict conflict',
  410: 'events_expired',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  500: 'internal_error',
  503: 'provider_unavailable service_unavailable',
}

describe('The error registry', () => {
  it('has exactly the codes of docs/api/conventions#error-codes with their statuses', () => {
    const expected = Object.entries(table).flatMap(([status, codes]) =>
      codes.split(' ').map((code) => `${code} ${status}`),
    )
    expect(ERROR_CODES.map((code) => `${code} ${ERRORS[code].status}`)).to.have.members(expected)
  })

  it('marks exactly temporary problems as retryable', () => {
    expect(ERROR_CODES.filter((code) => ERRORS[code].retryable)).to.have.members([
      'too_many_requests',
      'internal_error',
      'provider_unavailable',
      'service_unavailable',
    ])
  })

  it('makes a body of all five fields that its own codec accepts', () => {
    for (const code of ERROR_CODES) {
      const body = errorBodyOf(code, 'req_1')
      expect(Object.keys(body)).to.have.members(['code', 'message', 'requestId', 'retryable', 'fieldErrors'])
      expect(compile(errorBody)(body, 'body')).to.deep.equal(E.right(body))
    }
  })

  it("isn't confused by names that every object has", () => {
    expect(isErrorCode('conflict')).to.equal(true)
    expect(isErrorCode('toString')).to.equal(false)
  })

  it('gives every refusal of the core a code that is retryable only if time may help', () => {
    for (const [refusal, code] of Object.entries(REFUSAL_CODES))
      expect(ERRORS[code].retryable, refusal).to.equal(
        ['ProviderUnavailable', 'TooManyRequests'].includes(refusal),
      )
  })
})
