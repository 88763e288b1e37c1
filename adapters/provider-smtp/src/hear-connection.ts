import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { CUT, cutValue } from '@postrider/core/providers/domain/calls/wire-line'
import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'

/** The receiver of the traffic on a connection, and the values that must not be shown. */
export interface WireHandler {
  readonly tell: NonNullable<ProviderSubmission['onWire']>
  readonly hidden: readonly string[]
}

/** A login command; further lines belong to it, until the server has accepted or refused it. */
const LOGIN = /^AUTH\b/i
const GO_ON = /^334/
const SEND_CONTENT = /^354/

/** A line of a reply (RFC 5321, 4.2.1). */
const REPLY = /^[2-5]\d\d(?:[ -]|$)/

/**
 * A line that isn't a reply may come from any server, since an account may name any: only its size is shown.
 */
const shownReply = (line: string, hidden: readonly string[]): string =>
  REPLY.test(line)
    ? cutValue(line, hidden)
    : `(${Buffer.byteLength(line)} bytes, not a reply of the mail server)`

/**
 * Reports the traffic on a connection until the returned function is called: never a login, and only the
 * length of the email.
 */
export const hearConnection = (
  connection: SMTPConnection,
  { tell, hidden }: WireHandler,
  contentBytes = 0,
): (() => void) => {
  const { logger, options } = connection
  let isLogin = false
  const hearOut = (line: string): void => {
    isLogin ||= LOGIN.test(line)
    tell({ direction: 'out', text: isLogin ? `AUTH ${CUT}` : cutValue(line, hidden) })
  }
  const hearIn = (line: string): void => {
    isLogin &&= GO_ON.test(line)
    tell({ direction: 'in', text: shownReply(line, hidden) })
    if (SEND_CONTENT.test(line)) tell({ direction: 'out', text: `(${contentBytes} bytes of mail)` })
  }
  options.transactionLog = true
  connection.logger = {
    ...logger,
    debug: (data: unknown, line?: string) => {
      if (typeof data !== 'object' || data === null || !('tnx' in data) || line === undefined) return
      if (data.tnx === 'client') hearOut(line)
      if (data.tnx === 'server') hearIn(line)
    },
  }
  return () => {
    options.transactionLog = false
    connection.logger = logger
  }
}
