import { expect } from 'chai'
import { gsm7Text } from '@postrider/core/channels/sms/gsm7'
import { LOCKING_TABLES, SINGLE_SHIFT_TABLES } from '@postrider/core/channels/sms/national-alphabets'

/** Letters from each table as 3GPP TS 23.038, annex A, prints it: language, code of the first letter, letters. */
const LOCKED: ReadonlyArray<readonly [number, number, string]> = [
  [1, 0x04, '€éùıòÇ\nĞğ\rÅ'],
  [3, 0x12, 'ªÇÀ∞^\\€Ó|'],
  [4, 0x49, ' \u09b6\u09b7\u09b8\u09b9\u09bc\u09bd'],
  [5, 0x0c, '\u0a8d\r \u0a8f\u0a90\u0a91 \u0a93'],
  [6, 0x3a, ':;\u0929\u092a\u092b?\u092c'],
  [7, 0x5e, '\u0ccc\u0ccd\u0cd5abc'],
  [8, 0x79, 'yz\u0d60\u0d61\u0d62\u0d63\u0d79'],
  [9, 0x0b, '\u0b0c \r \u0b0f\u0b10  \u0b13'],
  [10, 0x51, '\u0a3f\u0a40\u0a41\u0a42    \u0a47\u0a48  \u0a4b'],
  [11, 0x14, '\u0b94\u0b95   \u0b99\u0b9a'],
  [12, 0x53, '\u0c41\u0c42\u0c43\u0c44 \u0c46\u0c47\u0c48 \u0c4a'],
  [13, 0x40, '\u0635\u0636\u0637\u0638\u0639\u0641\u0642\u06a9'],
]

const SHIFTED: ReadonlyArray<readonly [number, number, string]> = [
  [1, 0x47, 'Ğ İ'],
  [2, 0x40, '|Á       Í     Ó     Ú           á   €   í     ó     ú'],
  [3, 0x0b, 'Ôô Áá  ΦΓ^ΩΠΨΣΘ     Ê        {}     \\            [~] |À'],
  [4, 0x22, '\u09ee\u09ef\u09df\u09e0\u09e1\u09e2{}\u09e3\u09f2'],
  [5, 0x19, '\u0964\u0965 \u0ae6\u0ae7\u0ae8'],
  [6, 0x26, '\u0951\u0952{}\u0953\u0954\u0958\u0959\u095a\\\u095b'],
  [7, 0x26, '\u0cde\u0cf1{}\u0cf2    \\'],
  [8, 0x2d, '\u0d75\u0d7a\\\u0d7b\u0d7c'],
  [9, 0x26, '\u0b5c\u0b5d{}\u0b5f\u0b70\u0b71'],
  [10, 0x2a, '\u0a5b\u0a5c\u0a5e\u0a75 \\'],
  [11, 0x2a, '\u0bf5\u0bf6\u0bf7\u0bf8\u0bfa\\'],
  [12, 0x1c, '\u0c66\u0c67\u0c68\u0c69\u0c6a'],
  [13, 0x3b, '\u06cd[~]\u06d4|ABC'],
]

describe('The national alphabets of SMS', () => {
  it('have 128 codes each', () => {
    expect([...LOCKING_TABLES.keys()]).to.deep.equal([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    expect([...SINGLE_SHIFT_TABLES.keys()]).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    for (const [language, table] of [...LOCKING_TABLES, ...SINGLE_SHIFT_TABLES])
      expect(table.length, String(language)).to.equal(128)
  })

  it('have the letters of the standard at their codes', () => {
    for (const [language, start, letters] of LOCKED)
      expect(LOCKING_TABLES.get(language)?.slice(start, start + letters.length)).to.equal(letters)
    for (const [language, start, letters] of SHIFTED)
      expect(SINGLE_SHIFT_TABLES.get(language)?.slice(start, start + letters.length)).to.equal(letters)
  })

  it('keep the small Latin letters of the locking tables', () => {
    for (const [language, table] of LOCKING_TABLES)
      expect(table.slice(0x61, 0x7b), String(language)).to.equal('abcdefghijklmnopqrstuvwxyz')
  })

  it('show the letter of the main table for an undefined code after an escape', () => {
    expect(gsm7Text(Uint8Array.of(0x1b, 0x41))).to.equal('A')
    expect(gsm7Text(Uint8Array.of(0x1b, 0x41), { singleShift: 1 })).to.equal('A')
    expect(gsm7Text(Uint8Array.of(0x1b, 0x49, 0x49), { singleShift: 2 })).to.equal('ÍI')
  })
})
