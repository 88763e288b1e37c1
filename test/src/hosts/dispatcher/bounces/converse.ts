import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

/** Says the lines one after the other to a mail server, a mail ended by a dot among them, and answers the codes it answered with. */
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

/** Hands over a mail that came back; the code of each answer. */
export const sendBack = (port: number, to: string, mail: string): Promise<readonly string[]> =>
  converse(port, 'MAIL FROM:<>', `RCPT TO:<${to}>`, 'DATA', `${mail}\r\n.`)
