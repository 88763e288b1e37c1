import { expect } from 'chai'
import { settingWithDefault } from '@postrider/wiring/setting'
import { number } from '@postrider/wiring/setting-values'

describe('A setting with a default', () => {
  const declare = (defaultText: string) =>
    settingWithDefault({ name: 'POSTRIDER_SIZE', parse: number(1, 9, 'a number from 1 to 9'), defaultText })

  it('has its default if it is not set', () => {
    expect(declare('3').fallback).to.equal(3)
  })

  it("can't be declared with an invalid default", () => {
    expect(() => declare('12')).to.throw('the default of POSTRIDER_SIZE must be a number from 1 to 9')
  })
})
