import { execFileSync } from 'node:child_process'
import { createSign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fresh } from '@postrider/conformance/builders/fresh'
import { freshDirectory } from '../../servers/run-directory.js'

/** The content of an SNS callback. */
export type SnsFields = Readonly<Record<string, string>>

export const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:postrider'
export const AT_SNS = 'https://sns.eu-west-1.amazonaws.com'
export const CERTIFICATE = `${AT_SNS}/SimpleNotificationService-1.pem`

const ORDER = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']

/** An RSA key and its certificate like those of SNS, and a function that signs with it. */
export const startSigning = async () => {
  const folder = await freshDirectory('sns')
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const how = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=sns.amazonaws.com', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...how, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  const keyPem = readFileSync(key, 'utf8')
  return {
    certificatePem: readFileSync(certificate, 'utf8'),
    signed: (fields: SnsFields, version = '1'): SnsFields => {
      const lines = ORDER.flatMap((name) =>
        fields[name] === undefined ? [] : [`${name}\n${fields[name]}\n`],
      )
      const signature = createSign(version === '1' ? 'sha1' : 'sha256')
        .update(lines.join(''))
        .sign(keyPem, 'base64')
      return { ...fields, SignatureVersion: version, Signature: signature, SigningCertURL: CERTIFICATE }
    },
  }
}

/** SNS's notification of something that was published to the topic. */
export const aNotification = (event: unknown, changes: SnsFields = {}): SnsFields => ({
  Type: 'Notification',
  MessageId: fresh.hex(8),
  TopicArn: TOPIC,
  Message: typeof event === 'string' ? event : JSON.stringify(event),
  Timestamp: '2026-11-23T07:00:01.000Z',
  ...changes,
})
