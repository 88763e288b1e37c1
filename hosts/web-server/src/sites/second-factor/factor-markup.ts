import { type Markup, markup } from '../../pages/markup.js'
import { qrPicture } from '../../pages/qr-picture.js'

/** The secret of a second factor, as authenticator apps read it. */
interface ShownSecret {
  readonly totpSecret: string
  /** The `otpauth://` address. */
  readonly totpUri: string
}

/** In groups of four, which are easier to type. */
const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** A new secret as a picture, as a link and as text, for the account of an email address. */
export const factorSecret = ({ totpSecret, totpUri }: ShownSecret, email: string): Markup => markup`
<p>Scan this QR code with an authenticator app, for the account <bdi>${email}</bdi>. If the app is on this device, open
<a href="${totpUri}">this link</a> instead.</p>
${qrPicture(totpUri, 'QR code of the secret below')}
<p>Or enter this secret in the app:</p>
<p class="secret">${inFours(totpSecret)}</p>`

const codeMarkup = (code: string): Markup => markup`<li>${code}</li>`

/** A list of recovery codes. */
export const recoveryCodeList = (codes: readonly string[]): Markup => markup`
<ul class="codes">${codes.map(codeMarkup)}</ul>
`
