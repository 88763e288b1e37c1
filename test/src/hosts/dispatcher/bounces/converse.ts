import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

/**
 * Sends lines one after another to a mail server, including emails that end with a dot, and returns the reply
 * codes.
 */
export const converse = async (port: number, ...lines: readonly string[]): Promise<readonly string[]> => {
  const socket = connect(port, '127.0.0.1')
  const answers: string[] = []
  const waiting = ['EHLO mx.example', ...lines, 'QUIT']
  for await (const line of createInterface({ input: socket })) {
    if (/^\d{3}-/.test(line)) continue
    answers.push(line)
    const next = waiting.shift()
    if (next !== undefined) socket.write(`${next}\r\n`)
  }
  if (!socket.closed) await once(socket, 'close')
  return answers.slice(2, -1).map((answer) => answer.slice(0, 3))
}

/** Delivers a bounce, and returns the code of each reply. */
export const sendBack = (port: number, to: string, mail: string): Promise<readonly string[]> =>
  converse(port, 'MAIL FROM:<>', `RCPT TO:<${to}>`, 'DATA', `${mail}\r\n.`)
