/** An emoji takes as many bytes as a character can. */
const CHARACTER = '\u{1F600}'

/** A batch of the widest shape that the contract describes: 50 messages, each with 50 variables of 500 characters. */
export const widestBatch = (): string => {
  const variables = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`variable${at}`, CHARACTER.repeat(500)]),
  )
  const message = {
    projectId: 'prj_01k9x7c2v5n8q4r6t0w3y1z5bd',
    appId: 'app_01k9x7c2v5n8q4r6t0w3y1z5bd',
    channel: 'sms',
    to: '+447400123456',
    templateId: 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
    variables,
  }
  return JSON.stringify({ messages: Array.from({ length: 50 }, () => message) })
}
