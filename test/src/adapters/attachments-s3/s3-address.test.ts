import { expect } from 'chai'
import { parseS3Address } from '@postrider/attachments-s3/s3-address'

describe('The address of a bucket', () => {
  it("has defaults for what it doesn't name", () => {
    expect(parseS3Address('s3://key:secret@s3.example.com/bucket')).to.deep.equal({
      endpoint: 'https://s3.example.com',
      region: 'us-east-1',
      bucket: 'bucket',
      prefix: '',
      isPathStyle: true,
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    })
  })

  it("names region, scheme, port, prefix and style, and encodes what a URL can't contain", () => {
    const url =
      's3://k%2F1:a%2Fb%2B%40@s3.local:9000/my-bucket?region=eu-west-1&tls=false&prefix=a/b&style=host'
    expect(parseS3Address(url)).to.deep.equal({
      endpoint: 'http://s3.local:9000',
      region: 'eu-west-1',
      bucket: 'my-bucket',
      prefix: 'a/b/',
      isPathStyle: false,
      accessKeyId: 'k/1',
      secretAccessKey: 'a/b+@',
    })
  })

  const wrong = [
    'hunter2',
    'https://key:hunter2@host/bucket',
    's3://host/bucket',
    's3://key@host/bucket',
    's3://key:hunter2@host',
    's3://key:hunter2@host/',
    's3://key:hunter2@host/a/b',
    's3://key:hunter2@host/UPPER',
    's3://key:%ZZhunter2@host/bucket',
    's3://key:hunter2@host/bucket?tls=no',
    's3://key:hunter2@host/bucket?style=hunter2',
    's3://key:hunter2@host/bucket?prefix=../x',
    's3://key:hunter2@host/bucket?prefix=/x',
    's3://key:hunter2@127.0.0.1/bucket?style=host',
    's3://key:hunter2@host/bucket?hunter2=1',
  ]
  for (const url of wrong)
    it(`is refused without being repeated: ${url}`, () => {
      expect(() => parseS3Address(url))
        .to.throw(/S3 address/)
        .with.property('message')
        .that.does.not.contain('hunter2')
    })
})
