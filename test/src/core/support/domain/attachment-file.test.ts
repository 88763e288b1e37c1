import { expect } from 'chai'
import {
  ATTACHMENT_TYPES,
  checkAttachmentFile,
  MAX_ATTACHMENT_BYTES,
} from '@postrider/core/support/domain/attachment-file'

const FILE = { fileName: 'log.txt', contentType: 'text/plain', sizeBytes: 10, sha256: 'a'.repeat(64) }

const faultsOf = (changes: Partial<typeof FILE>): readonly string[] =>
  checkAttachmentFile({ ...FILE, ...changes }).map(
    ({ location, field, code }) => `${location} ${field} ${code}`,
  )

describe('The description of an attachment', () => {
  it('can have every allowed type, and every length up to 10 MiB', () => {
    for (const contentType of ATTACHMENT_TYPES) expect(faultsOf({ contentType })).to.deep.equal([])
    for (const sizeBytes of [1, MAX_ATTACHMENT_BYTES]) expect(faultsOf({ sizeBytes })).to.deep.equal([])
    expect(MAX_ATTACHMENT_BYTES).to.equal(10_485_760)
  })

  const names = [
    'a',
    '.env',
    '...',
    'a..b',
    'naïve – 日本語 😀.png',
    '😀'.repeat(255),
    "it's 100% (final);.png",
  ]
  for (const fileName of names)
    it(`can name a file ${fileName.slice(0, 30)}`, () => expect(faultsOf({ fileName })).to.deep.equal([]))

  const refused: ReadonlyArray<readonly [string, string, string?]> = [
    ['nothing', '', 'too_short'],
    ['256 characters', 'a'.repeat(256), 'too_long'],
    ['256 characters of two units each', '😀'.repeat(256), 'too_long'],
    ['a parent folder', '..'],
    ['the folder itself', '.'],
    ['a path', 'a/b'],
    ['a Windows path', 'a\\b'],
    ['a line feed', 'a\nb'],
    ['a carriage return', 'a\rb'],
    ['NUL', 'a\u0000b'],
    ['DEL', 'a\u007fb'],
    ['a control character of C1', 'a\u0085b'],
    ['a line separator', 'a\u2028b'],
    ['a paragraph separator', 'a\u2029b'],
    ['a lone surrogate', 'a\ud800b'],
    ['a right-to-left override', 'gnp.\u202eexe'],
    ['an isolate', 'a\u2066b'],
    ['a leading space', ' a'],
    ['a trailing space', 'a '],
    ['a trailing no-break space', 'a\u00a0'],
  ]
  for (const [what, fileName, code = 'format'] of refused)
    it(`can't name a file with ${what}`, () =>
      expect(faultsOf({ fileName })).to.deep.equal([`body /fileName ${code}`]))

  for (const contentType of ['text/html', 'image/svg+xml', 'text/plain; charset=utf-8', 'IMAGE/PNG', ''])
    it(`can't have the type ${contentType}`, () =>
      expect(faultsOf({ contentType })).to.deep.equal(['body /contentType not_allowed']))

  it("can't have another size or another form of digest", () => {
    expect(faultsOf({ sizeBytes: 0 })).to.deep.equal(['body /sizeBytes too_small'])
    expect(faultsOf({ sizeBytes: MAX_ATTACHMENT_BYTES + 1 })).to.deep.equal(['body /sizeBytes too_large'])
    for (const sizeBytes of [1.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(faultsOf({ sizeBytes })).to.deep.equal(['body /sizeBytes type'])
    for (const sha256 of ['', 'a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(64)}\n`])
      expect(faultsOf({ sha256 })).to.deep.equal(['body /sha256 format'])
  })

  it('reports all problems together', () => {
    const all = faultsOf({ fileName: 'a/b', contentType: 'x', sizeBytes: 0, sha256: '' })
    expect(all).to.have.lengthOf(4)
  })
})
