import { expect } from 'chai'
import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import { problemsOf, readForm, type WrittenValues } from '@postrider/web/forms/form-values'

const REASON: FormField = { name: 'reason', kind: 'text', isRequired: true, minLength: 1, maxLength: 500 }
const AMOUNT: FormField = { name: 'amountMinor', kind: 'integer', isRequired: true }
const PREFIX: FormField = {
  name: 'prefix',
  kind: 'text',
  isRequired: true,
  pattern: '^\\+[0-9]{1,15}$',
  example: '+4474',
}
const NOTE: FormField = { name: 'note', kind: 'text', isRequired: false }
const FROM: FormField = { name: 'effectiveFrom', kind: 'text', isRequired: true, format: 'date-time' }
const OWNER: FormField = { name: 'organizationId', kind: 'text', isRequired: true, isNullable: true }
const LIST: FormField = { name: 'messageIds', kind: 'list', isRequired: false, item: { kind: 'text' } }
const FLAG: FormField = { name: 'enabled', kind: 'flag', isRequired: true }
const SENDER: FormField = {
  name: 'sender',
  kind: 'shape',
  isRequired: true,
  fields: [{ name: 'sender', kind: 'text', isRequired: false, maxLength: 3 }],
}

const body = (fields: readonly FormField[], written: WrittenValues, currency?: string) => {
  const read = readForm(fields, written, currency)
  return read._tag === 'Body' ? read.body : read.problems
}

describe('The problems of a form', () => {
  it('say the limit of a number that is too long', () => {
    const field: FormField = { name: 'fromSequence', kind: 'integer', isRequired: true, min: 1 }
    const problem = (fromSequence: string, more = {}) => body([{ ...field, ...more }], { fromSequence })
    expect(problem('9'.repeat(20))).to.deep.equal({ '/fromSequence': 'Enter 9007199254740991 or less.' })
    expect(problem('9'.repeat(20), { max: 50 })).to.deep.equal({ '/fromSequence': 'Enter 50 or less.' })
    expect(problem(`-${'9'.repeat(20)}`)).to.deep.equal({ '/fromSequence': 'Enter 1 or more.' })
    expect(problem('1.5')).to.deep.equal({ '/fromSequence': 'Enter a whole number.' })
  })

  it('name fields by their labels', () => {
    const message = '`toSequence` must not be below `fromSequence`, and `other` is not a field.'
    const fieldErrors = [{ location: 'body', field: '/toSequence', code: 'too_small', message }] as const
    expect(problemsOf({ fieldErrors })).to.deep.equal({
      '/toSequence': '“Last sequence” must not be below “First sequence”, and `other` is not a field.',
    })
  })
})

describe('The values of a form', () => {
  it('become the body of the operation: empty values are omitted or null, by their rules', () => {
    expect(body([REASON, NOTE, OWNER, LIST, FLAG], { reason: ' Paid. ', note: '' })).to.deep.equal({
      reason: 'Paid.',
      organizationId: null,
      enabled: false,
    })
    expect(body([LIST], { messageIds: 'a\n\n b \n' })).to.deep.equal({ messageIds: ['a', 'b'] })
    expect(body([LIST], { messageIds: [] })).to.deep.equal({})
    expect(body([{ ...LIST, isNullable: true }], { messageIds: [] })).to.deep.equal({ messageIds: null })
    expect(body([{ ...LIST, isNullable: true }], {})).to.deep.equal({})
    expect(body([{ ...LIST, isRequired: true }], { messageIds: [] })).to.deep.equal({ messageIds: [] })
  })

  it('can include a list of forms, each with its own problems', () => {
    const routes: FormField = {
      name: 'routes',
      kind: 'list',
      isRequired: true,
      item: { kind: 'shape', fields: [PREFIX, NOTE] },
    }
    const routing: FormField = { name: 'routing', kind: 'shape', isRequired: false, fields: [routes] }
    expect(body([routing], { routing: { routes: [] } })).to.deep.equal({})
    expect(body([routing], { routing: { routes: [{ prefix: '+44', note: '' }] } })).to.deep.equal({
      routing: { routes: [{ prefix: '+44' }] },
    })
    expect(body([routing], { routing: { routes: [{ prefix: '+44' }, {}] } })).to.have.all.keys([
      '/routing/routes/1/prefix',
    ])
  })

  it('become money in minor units of the entered or known currency', () => {
    expect(body([AMOUNT], { amountMinor: '12.5' }, 'INR')).to.deep.equal({ amountMinor: 1_250 })
    expect(body([AMOUNT], { amountMinor: '12', currency: 'JPY' }, 'INR')).to.deep.equal({ amountMinor: 12 })
    expect(body([AMOUNT], { amountMinor: '0.215' }, 'INR')).to.have.property('/amountMinor')
  })

  it('become a time in UTC', () => {
    const at = new Date(2026, 3, 1, 12, 0)
    expect(body([FROM], { effectiveFrom: '2026-04-01T12:00' })).to.deep.equal({
      effectiveFrom: at.toISOString(),
    })
    expect(body([FROM], { effectiveFrom: 'soon' })).to.have.property('/effectiveFrom')
  })

  it("are validated, with the server's pointers", () => {
    expect(body([REASON, PREFIX], { prefix: '44' })).to.have.all.keys('/reason', '/prefix')
    expect(body([SENDER], { sender: { sender: 'long' } })).to.have.all.keys('/sender/sender')
    expect(body([SENDER], { sender: { sender: 'abc' } })).to.deep.equal({ sender: { sender: 'abc' } })
  })
})
