import { expect } from 'chai'
import { ATTACHMENT_TYPES } from '@postrider/core/support/domain/attachment-file'
import { extensionProblems, isContentOf } from '@postrider/core/support/domain/attachment-content'

/** The first bytes of a file of each type, and a valid name. */
const STARTS: Readonly<Record<(typeof ATTACHMENT_TYPES)[number], readonly [name: string, start: string]>> = {
  'image/png': ['a.png', '\x89PNG\r\n\x1a\n...'],
  'image/jpeg': ['a.JPG', '\xff\xd8\xff\xe0...'],
  'image/gif': ['a.gif', 'GIF89a...'],
  'image/webp': ['a.webp', 'RIFF\x01\x02\x03\x04WEBP'],
  'application/pdf': ['a b.pdf', '%PDF-1.7'],
  'text/plain': ['a.log', 'at 12:00 < nothing arrived'],
  'text/csv': ['a.csv', '\xef\xbb\xbfname;number'],
  'application/zip': ['a.tar.zip', 'PK\x03\x04...'],
  'application/json': ['a.json', '{"a":1}'],
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1')

describe('The content of an attachment', () => {
  for (const contentType of ATTACHMENT_TYPES)
    it(`of the type ${contentType} has its extension and its first bytes`, () => {
      const [fileName, start] = STARTS[contentType]
      expect(extensionProblems({ fileName, contentType })).to.deep.equal([])
      expect(isContentOf(contentType, bytesOf(start))).to.equal(true)
      for (const wrong of [
        '<!doctype html>',
        ' <html>',
        '<svg onload="x()">',
        '<?xml version="1.0"?>',
        'MZ\x90\x00',
      ])
        expect(isContentOf(contentType, bytesOf(wrong)), wrong).to.equal(false)
      for (const name of ['a.html', 'a', `${fileName}.exe`])
        expect(extensionProblems({ fileName: name, contentType }), name).to.have.length(1)
    })

  it('can be text with two bytes per character, and markup in it is detected', () => {
    expect(isContentOf('text/plain', Buffer.from('\ufeffhello', 'utf16le'))).to.equal(true)
    expect(isContentOf('text/plain', Buffer.from('\ufeff<html>', 'utf16le'))).to.equal(false)
  })
})
