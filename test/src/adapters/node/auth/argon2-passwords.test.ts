import { createRequire } from 'node:module'
import { join } from 'node:path'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { expect } from 'chai'
import { ARGON2_PARAMETERS, createPasswords } from '@postrider/node/auth/argon2-passwords'
import type { PasswordHasher } from '@postrider/node/auth/argon2-threads'
import { E } from '@postrider/core/fp'
import { repositoryRoot } from '../../../architecture/source-files.js'

const passwords = createPasswords()

const PASSWORD = 'correct horse battery staple'

const hashOf = async (password: string): Promise<string> => {
  const answer = await passwords.hash(password)()
  if (E.isLeft(answer)) throw new Error(answer.left.cause)
  return answer.right
}

/** Real hashing that records its comparisons. */
const overheard = (): PasswordHasher & { readonly compared: string[] } => {
  const compared: string[] = []
  return {
    compared,
    hash,
    verify: (kept, password) => {
      compared.push(kept)
      return verify(kept, password)
    },
  }
}

const malformed = (kept: string): readonly string[] => [
  '',
  'hunter2',
  kept.slice(1),
  kept.slice(0, -2),
  kept.replace('$argon2id$', '$scrypt$'),
  kept.replace('t=2', 't=0'),
  `${kept}$`,
]

describe('Passwords by Argon2', () => {
  it('are stored as PHC strings of Argon2id with 19 MiB, two passes and one lane, with a new salt each time', async () => {
    const kept = await hashOf(PASSWORD)
    expect(kept).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await hashOf(PASSWORD)).not.to.equal(kept)
  })

  it('match to the last byte only', async () => {
    const long = 'x'.repeat(255)
    const kept = await hashOf(`${long}é`)
    for (const [password, matches] of [
      [`${long}é`, true],
      [`${long}e`, false],
      [`${long}e\u0301`, false],
      [`${long}é `, false],
      [`X${long.slice(1)}é`, false],
      ['', false],
    ] as const) {
      expect(await passwords.matches(password, kept)()).to.deep.equal(E.right(matches))
    }
  })

  it("of unknown users cost one comparison with the same parameters, and don't match", async () => {
    const hashing = overheard()
    const answer = await createPasswords({ hashing }).matches(PASSWORD, undefined)()
    expect(answer).to.deep.equal(E.right(false))
    expect(hashing.compared.map((kept) => parseOptions(kept))).to.deep.equal([
      parseOptions(await hash(PASSWORD, ARGON2_PARAMETERS)),
    ])
  })

  it("cost the same and don't match if the stored hash is malformed, even if the comparison succeeded", async () => {
    const compared: string[] = []
    const yes: PasswordHasher = {
      hash,
      verify: (kept) => {
        compared.push(kept)
        return Promise.resolve(true)
      },
    }
    const credulous = createPasswords({ hashing: yes })
    const kept = await hashOf(PASSWORD)
    for (const wrong of [undefined, ...malformed(kept)]) {
      expect(await credulous.matches(PASSWORD, wrong)()).to.deep.equal(E.right(false))
    }
    expect(compared).to.have.length(1 + malformed(kept).length)
    for (const each of compared) expect(parseOptions(each)).to.deep.equal(parseOptions(kept))
    expect(await credulous.matches(PASSWORD, kept)()).to.deep.equal(E.right(true))
  })

  it("are outdated if they were made with lower parameters than today's, or with unreadable ones", async () => {
    const kept = await hashOf(PASSWORD)
    const shorter = await hash(PASSWORD, { ...ARGON2_PARAMETERS, outputLen: 16 })
    const unsalted = await hash(PASSWORD, { ...ARGON2_PARAMETERS, salt: Buffer.alloc(8) })
    const weaker = [
      kept.replace('m=19456', 'm=19455'),
      kept.replace('t=2', 't=1'),
      kept.replace('argon2id', 'argon2i'),
      kept.replace('v=19', 'v=16'),
      shorter,
      unsalted,
    ]
    for (const each of [...weaker, ...malformed(kept)]) {
      expect(passwords.isOutdated(each), each).to.equal(true)
    }
  })

  it("aren't outdated if they were made with today's parameters or higher ones", async () => {
    const kept = await hashOf(PASSWORD)
    for (const each of [kept, kept.replace('m=19456', 'm=65536'), kept.replace('t=2', 't=3')]) {
      expect(passwords.isOutdated(each), each).to.equal(false)
    }
  })

  it('are compared with the list of the most common ones, in any case', () => {
    for (const password of ['123456', 'password', 'PassWord', '1Q2W3E4R5T6Y', 'qwerty123456']) {
      expect(passwords.isCommon(password), password).to.equal(true)
    }
    for (const password of ['', ' password', PASSWORD, 'passw\u00f6rd']) {
      expect(passwords.isCommon(password), password).to.equal(false)
    }
  })

  it('are compared with the whole list, including its longest entries', () => {
    const require = createRequire(join(repositoryRoot, 'adapters/node/package.json'))
    const { dictionary } = require('@zxcvbn-ts/language-common') as {
      readonly dictionary: Readonly<Record<string, readonly string[]>>
    }
    const list = dictionary['passwords-common'] ?? []
    expect(list).to.have.length.greaterThan(40_000)
    expect(list.filter((password) => !passwords.isCommon(password))).to.deep.equal([])
  })
})
