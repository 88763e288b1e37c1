import { expect } from 'chai'
import { createPublicFile } from '@postrider/web-server/public-files/public-file'

describe('A public file', () => {
  it('is read on first use, and shared by all responses', () => {
    let reads = 0
    const file = createPublicFile('text/plain', 'no-cache', () => {
      reads += 1
      return Buffer.from(`read ${reads}`)
    })
    expect(reads).to.equal(0)
    const forms = [file.formFor(undefined), file.formFor('gzip'), file.formFor('br'), file.formFor(undefined)]
    expect(new Set(forms.map(({ bytes }) => bytes)).size).to.equal(1)
    expect(reads, 'once for its digest, once to be kept').to.be.at.most(2)
  })

  it('is sent uncompressed if there is no compressed form', () => {
    const file = createPublicFile('text/plain', 'no-cache', () => Buffer.from('never packed'))
    const { encoding, bytes, entityTag } = file.formFor('br, gzip')
    expect([encoding, bytes.toString()]).to.deep.equal([undefined, 'never packed'])
    expect(entityTag).to.match(/^"[0-9a-f]{32}"$/)
  })
})
