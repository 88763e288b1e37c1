/** How far into an email its head is searched; that of a report is far shorter. */
const MOST_HEAD_BYTES = 16 * 1024

/** How much of a report is parsed. The machine-readable parts come first, the returned email last. */
const MOST_PARSED_BYTES = 64 * 1024
const MOST_PARSED_LINES = 2_000

const LINE_FEED = 0x0a

/** Kinds of email with a machine-readable part about another email (RFC 6522, RFC 3464, RFC 5965). */
const REPORT =
  /^(?:multipart\/report|message\/(?:global-)?delivery-status|message\/feedback-report)(?:[;\s]|$)/i

/** Whether the head of an email names a kind of report. Its body isn't read. */
export const isReport = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1', 0, MOST_HEAD_BYTES)
  const end = /\r?\n\r?\n/.exec(text)
  const head = end === null ? text : text.slice(0, end.index)
  const type = /(?:^|\n)content-type[ \t]*:[ \t]*(?:\r?\n[ \t]+)?([^\r\n]{1,128})/i.exec(head)?.[1]
  return type !== undefined && REPORT.test(type)
}

/** The start of an email, in whole lines, that is parsed: at most 64 KiB and 2,000 lines. */
export const parsedPartOf = (bytes: Buffer): Buffer => {
  const most = bytes.subarray(0, MOST_PARSED_BYTES)
  let end = 0
  for (let lines = 0; lines < MOST_PARSED_LINES; lines += 1) {
    const at = most.indexOf(LINE_FEED, end)
    if (at < 0) return bytes.length > most.length ? most.subarray(0, end) : most
    end = at + 1
  }
  return most.subarray(0, end)
}
