import type { NodemailerError } from 'nodemailer'

/** Refusals that mean this host and not the mail: it did not log in, or is to do it otherwise. */
const LOGIN_CODES = new Set([530, 534, 535, 538])

/** The enhanced status code of a reply (RFC 3463), as `5.1.1`. */
const enhancedCode = (response: string | undefined): string | undefined =>
  /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]

/** Where and by what codes a conversation with the mail server failed: its words may repeat addresses. */
export const mailFailureText = (error: NodemailerError): string => {
  const { command = 'CONN', responseCode, response, originalCode, code, name } = error
  const codes = [responseCode, enhancedCode(response)].filter((each) => each !== undefined)
  const cause = codes.length > 0 ? codes.join(' ') : (originalCode ?? code ?? name)
  return `the mail server refused or failed at ${command}: ${cause}`
}

/**
 * Whether a mail that failed so would fail again: the server said no to it with a reply of class 5, or it was given
 * none, because it is too large or its address cannot be said. A failed connection, TLS or login says nothing
 * about the mail, and neither does a reply that cannot be read.
 */
export const isForGood = ({ code, response, responseCode = 0 }: NodemailerError): boolean => {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
  return response === undefined || (responseCode >= 500 && !LOGIN_CODES.has(responseCode))
}
