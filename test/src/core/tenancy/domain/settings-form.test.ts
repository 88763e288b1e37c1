import { expect } from 'chai'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { text } from '@postrider/core/kernel/codecs/text'
import { formProblems, readSettings, type SettingsForms } from '@postrider/core/tenancy/domain/settings-form'

const formOf = (gateway: string) => ({
  title: gateway,
  when: { setting: 'preset', is: gateway },
  settings: closed({ preset: literalUnion([gateway]), port: integer({ min: 1, max: 9 }) }, { name: text() }),
  secrets: closed({ key: text({ maxLength: 4 }) }, {}),
})

const forms: SettingsForms = [formOf('one'), formOf('two')]

const problemsOf = (settings: Record<string, string | number>, secrets: Record<string, string>) =>
  formProblems(forms, { settings, secrets }).map(({ field, code }) => `${field} ${code}`)

describe('The settings of a provider account', () => {
  it('are read by the form that one of them selects', () => {
    expect(problemsOf({ preset: 'two', port: 1 }, { key: 'k' })).to.deep.equal([])
    expect(problemsOf({ port: 1 }, { key: 'k' })).to.deep.equal(['/settings/preset required'])
    expect(problemsOf({ preset: 'three', port: 1 }, { key: 'k' })).to.deep.equal([
      '/settings/preset not_allowed',
    ])
  })

  it('are each reported as invalid at their own place', () => {
    expect(problemsOf({ preset: 'one', port: 10, 'a/b': 1 }, {})).to.deep.equal([
      '/settings/port too_large',
      '/settings/a~1b unknown',
      '/secrets/key required',
    ])
  })

  it('have secrets that are never repeated, not even an unknown name', () => {
    const problems = formProblems(forms, {
      settings: { preset: 'one', port: 1 },
      secrets: { key: 'my-secret', 'my-secret': 'x' },
    })
    expect(problems.map(({ field }) => field)).to.deep.equal(['/secrets/key', '/secrets'])
    expect(JSON.stringify(problems)).not.to.include('my-secret')
  })

  it('are read as their codecs define, or not at all', () => {
    const form = formOf('one')
    const filled = { settings: { preset: 'one', port: 3 }, secrets: { key: 'k' } }
    expect(readSettings(form, filled)).to.deep.equal(filled)
    expect(() => readSettings(form, { ...filled, secrets: {} })).to.throw(
      'secrets/key: This field is required.',
    )
  })
})
