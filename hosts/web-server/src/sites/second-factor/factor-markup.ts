import { type Markup, markup } from '../../pages/markup.js'
import { qrPicture } from '../../pages/qr-picture.js'

/** The secret of a second factor, as authenticator apps read it. */
interface ShownSecret {
  readonly totpSecret: string
  /** The `otpauth://` address. */
  readonly totpUri: string
}

/** In fours, as people type it. */
const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** A new secret as a picture, as a link and as text, for the account of an email address. */
export const factorSecret = ({ totpSecret, totpUri }: ShownSecret, email: string): Markup => markup`
<p>Scan this picture with an authenticator app, for the account <bdi>${email}</bdi>. On the device that has the app, open
<a href="${totpUri}">this link</a> instead.</p>
${qrPicture(totpUri, 'The secret below, to be read by a camera')}
<p>Or type this secret into the app:</p>
<p class="secret">${inFours(totpSecret)}</p>`

const codeMarkup = (code: string): Markup => markup`<li>${code}</li>`

/** Recovery codes, to be written down. */
export const recoveryCodeList = (codes: readonly string[]): Markup => markup`
<ul class="codes">${codes.map(codeMarkup)}</ul>
`
