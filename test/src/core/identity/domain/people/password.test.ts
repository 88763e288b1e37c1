import { expect } from 'chai'
import { createPasswords } from '@postrider/node/auth/argon2-passwords'
import { checkPassword } from '@postrider/core/identity/domain/people/password'

const { isCommon } = createPasswords()

const KNOWN = ['mina.okafor@northwind.example', 'Mina Okafor', 'Blue Harbor Logistics']

const codesOf = (password: string): readonly string[] =>
  checkPassword(password, '/password', KNOWN, isCommon).map(({ code }) => code)

describe('A new password', () => {
  it('is refused if it is a common word, with digits or symbols at its ends or for letters', () => {
    for (const password of [
      'Password123456',
      'Welcome12345',
      'P@ssw0rd1234',
      'iloveyou1234',
      'letmein123456',
      'administrator1',
      'changeme1234',
      'Summer2026!!',
      '2026!!Summer!!',
      '123456football',
      '1etmein20262026',
      'p4$$w0rd!!!!!!',
      'sunsh1ne20261',
      'passwordpassword',
    ])
      expect(codesOf(password), password).to.deep.equal(['not_allowed'])
  })

  it('is refused if it is only a run of letters, digits or keys, or little more', () => {
    for (const password of [
      'abcdefghijkl',
      'lkjihgfedcba',
      '123456789012',
      '098765432109',
      'qwertyuiopas',
      'asdfghjkl;12',
      '1qaz2wsx3edc',
      'abcd1234efgh',
      'aaaaaaaaaaaa',
      'abcabcabcabc',
    ])
      expect(codesOf(password), password).to.deep.equal(['not_allowed'])
  })

  it('is refused if it is made of the product, the person or the Organization', () => {
    for (const password of [
      'postrider1234',
      'P0strider2026!',
      'mina.okafor.2026',
      'Northwind2026!!',
      'blueharborlogistics',
      'BlueHarbor123!',
      'l0gistics-2026',
    ])
      expect(codesOf(password), password).to.deep.equal(['not_allowed'])
  })

  it('can be a phrase, or one from a password manager', () => {
    for (const password of [
      'seven green lanterns',
      'correct horse battery staple',
      'Mina keeps seventeen geese',
      'mq7#Vt2!xR9z',
      '7$x2-kk94-Lw81',
      'a83nf02kslq9',
      '8362 hollow 5 tangents',
      'zugluftdämmung im flur',
      'ночь улица фонарь аптека',
      '842061957302846',
    ])
      expect(codesOf(password), password).to.deep.equal([])
  })

  it('has 12 to 256 characters, counted as people count them', () => {
    const phrase = 'k3v🦆mz8q🦆w'
    expect([...phrase].length).to.be.lessThan(12)
    expect(codesOf(phrase)).to.deep.equal(['too_short'])
    expect(codesOf(`${phrase}🦆h2`)).to.deep.equal([])
    expect(codesOf('mq7#Vt2!xR9z'.repeat(22))).to.deep.equal(['too_long'])
  })

  it('is checked within a moment, for any length', () => {
    const startedAt = performance.now()
    for (const part of ['a', 'ab1', 'qwerty', 'abcdefgh', '1qaz2wsx', 'Zq8!'])
      codesOf(part.repeat(256).slice(0, 256))
    expect(performance.now() - startedAt).to.be.lessThan(5_000)
  })
})
