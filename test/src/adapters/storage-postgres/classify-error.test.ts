import { expect } from 'chai'
import { classifyPostgresError } from '@postrider/storage-postgres/classify-error'

const failing = (code: string | undefined, message = 'it failed'): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code })

const KINDS = [
  ['a deadlock', '40P01', 'again'],
  ['a serialization failure', '40001', 'again'],
  ['a lock timeout', '55P03', 'again'],
  ['a duplicate key', '23505', 'duplicate'],
  ['a text that is too long', '22001', 'refused'],
  ['a row that violates a constraint', '23514', 'refused'],
  ['a row that is too large for an index', '54000', 'refused'],
  ['a shutdown', '57P01', 'lost'],
  ['a cancelled statement', '57014', 'lost'],
  ['a broken pipe, whose code has five letters too', 'EPIPE', 'lost'],
  ['a connection reset', 'ECONNRESET', 'lost'],
  ['a server that is starting up', '57P03', 'unavailable'],
  ['a full disk', '53100', 'unavailable'],
  ['a missing table', '42P01', 'unavailable'],
] as const

describe('An error of PostgreSQL', () => {
  for (const [name, code, kind] of KINDS)
    it(`is ${kind} for ${name}`, () => {
      expect(classifyPostgresError(failing(code))).to.include({ kind, isWithoutRoom: code === '53100' })
    })

  it('is lost if the driver reports a lost connection without a code', () => {
    for (const message of ['Connection terminated unexpectedly', 'timeout expired', 'Query read timeout'])
      expect(classifyPostgresError(failing(undefined, message)).kind).to.equal('lost')
  })

  it('shows no value that it quotes', () => {
    const { cause } = classifyPostgresError(failing('22P02', 'invalid input syntax: "+919876543210"'))
    expect(cause).to.equal('22P02: invalid input syntax: "…"')
  })

  it("is thrown if our own SQL caused it, or if it isn't a database error", () => {
    for (const error of [failing('42601'), failing('0A000'), new TypeError('x is undefined')])
      expect(() => classifyPostgresError(error)).to.throw(error.message)
  })
})
