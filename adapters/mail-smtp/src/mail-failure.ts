import type { NodemailerError } from 'nodemailer'

/** Refusals that concern this host and not the email: it didn't log in, or must do so in another way. */
const LOGIN_CODES = new Set([530, 534, 535, 538])

/** The enhanced status code of a reply (RFC 3463), such as `5.1.1`. */
const enhancedCode = (response: string | undefined): string | undefined =>
  /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]

/**
 * The step at which a conversation with the mail server failed, and its codes: the server's text may contain
 * addresses.
 */
export const mailFailureText = (error: NodemailerError): string => {
  const { command = 'CONN', responseCode, response, originalCode, code, name } = error
  const codes = [responseCode, enhancedCode(response)].filter((each) => each !== undefined)
  const cause = codes.length > 0 ? codes.join(' ') : (originalCode ?? code ?? name)
  return `the mail server refused or failed at ${command}: ${cause}`
}

/**
 * Whether a failed email would fail again. It would if the server refused it with a reply of class 5, if it
 * is too large, or if its address can't be encoded. A failed connection, TLS or login says nothing about the
 * email, and neither does an unreadable reply.
 */
export const isForGood = ({ code, response, responseCode = 0 }: NodemailerError): boolean => {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
  return response === undefined || (responseCode >= 500 && !LOGIN_CODES.has(responseCode))
}
