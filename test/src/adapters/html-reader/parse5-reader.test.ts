import { expect } from 'chai'
import { htmlReader } from '@postrider/html-reader/parse5-reader'

const MANY = 100_000

describe('HTML as browsers read it', () => {
  it('consists of tags with their attributes, text and comments, in order', () => {
    expect(
      htmlReader.read('<!doctype html><P Title="a &amp; b" hidden id=x>Hi<br/><!-- note --></p>'),
    ).to.deep.equal([
      {
        _tag: 'StartTag',
        name: 'p',
        attributes: [
          { name: 'title', value: 'a & b', isQuoted: true },
          { name: 'hidden', value: '', isQuoted: false },
          { name: 'id', value: 'x', isQuoted: false },
        ],
      },
      { _tag: 'Text', text: 'Hi', within: undefined },
      { _tag: 'StartTag', name: 'br', attributes: [] },
      { _tag: 'Comment', text: ' note ' },
      { _tag: 'EndTag', name: 'p' },
    ])
  })

  it("has elements whose content isn't markup", () => {
    for (const name of ['style', 'script', 'title', 'textarea', 'xmp', 'iframe'])
      expect(htmlReader.read(`<${name}>a<b></${name}>c`), name).to.deep.equal([
        { _tag: 'StartTag', name, attributes: [] },
        { _tag: 'Text', text: 'a<b>', within: name },
        { _tag: 'EndTag', name },
        { _tag: 'Text', text: 'c', within: undefined },
      ])
  })

  it('supports both kinds of quotes', () => {
    const [tag] = htmlReader.read(`<a one='1' two = "2" three=3' four="" five>`) ?? []
    const attributes = tag?._tag === 'StartTag' ? tag.attributes : []
    expect(attributes.map(({ name, isQuoted }) => [name, isQuoted])).to.deep.equal([
      ['one', true],
      ['two', true],
      ['three', false],
      ['four', true],
      ['five', false],
    ])
  })

  it('is read in time proportional to its length, and refused with too many attributes', () => {
    const attributes = Array.from({ length: 12_000 }, (_, at) => `a${at.toString(36)}`).join(' ')
    const texts = [
      '<b>'.repeat(MANY / 3),
      '<'.repeat(MANY),
      '&'.repeat(MANY),
      '<!--'.repeat(MANY / 4),
      '<p>'.repeat(MANY / 6) + '</p>'.repeat(MANY / 8),
      `<p ${attributes}`,
      `<p ${attributes}>`,
    ]
    const before = process.cpuUsage()
    const read = texts.map((text) => htmlReader.read(text))
    expect(process.cpuUsage(before).user / 1_000).to.be.lessThan(4_000)
    const unread = read.filter((tokens) => tokens === undefined)
    expect([unread.length, read.slice(-2)]).to.deep.equal([2, [undefined, undefined]])
  })
})
