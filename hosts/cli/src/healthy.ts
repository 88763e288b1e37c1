// Checks whether the process with these settings is ready: it requests /readiness on the operations port.
// Meant for the health check of a container, which runs every few seconds, so it loads nothing but Node
// modules. Prints failed checks, and exits with 0 or 1.
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ReadinessBody } from '@postrider/contracts/status/readiness'

const TIMEOUT_MS = 3000

/** An empty value counts as unset, as in the process itself. */
const setting = (name: string, fallback: string): string => process.env[name]?.trim() || fallback

const end = (exitCode: 0 | 1, sentence: string): void => {
  process.stdout.write(`${sentence}\n`, () => process.exit(exitCode))
}

/** Replaces the wildcard addresses with loopback. */
const nearest: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

const tell = async (answer: IncomingMessage): Promise<void> => {
  const { status, checks } = JSON.parse(await text(answer)) as ReadinessBody
  const failing = checks.filter((check) => check.status === 'fail').map(({ name }) => name)
  if (answer.statusCode === 200 && status === 'pass') return end(0, 'ready')
  return end(1, `not ready: ${failing.length > 0 ? failing.join(', ') : 'starting or draining'}`)
}

const ask = (host: string, port: number): void => {
  const where = `at ${host} port ${port}`
  setTimeout(() => end(1, `no response ${where} within ${TIMEOUT_MS} ms`), TIMEOUT_MS)
  const fail = (cause: NodeJS.ErrnoException): void =>
    end(1, `no response ${where}: ${cause.code ?? cause.message}`)
  const request = get({ host, port, path: '/readiness', agent: false }, (answer) => {
    tell(answer).catch(() => end(1, `the response ${where} is not from postrider`))
  })
  request.once('error', fail)
}

const port = Number(setting('POSTRIDER_METRICS_PORT', '9090'))
const host = setting('POSTRIDER_METRICS_HOST', '127.0.0.1')

if (Number.isInteger(port) && port > 0 && port < 65_536) ask(nearest[host] ?? host, port)
else end(1, 'POSTRIDER_METRICS_PORT: must be a port from 1 to 65535 for this check')
