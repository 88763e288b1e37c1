import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { binary } from './binaries.js'
import { freePort } from './free-port.js'
import { freshDirectory } from './run-directory.js'
import { startProcess, untilReady } from './server-process.js'

/** An independent mail server on loopback. */
export interface MailServer {
  readonly port: number
  stop(): Promise<void>
}

/**
 * The recipients' mail server. It refuses recipients with the status in their local part, for example
 * `5.1.1-zoe`.
 */
export interface MailExchanger extends MailServer {
  /** The accepted emails. */
  mails(): Promise<
    ReadonlyArray<{ readonly from: string; readonly to: readonly string[]; readonly raw: string }>
  >
}

const answers = async (port: number): Promise<void> => {
  const socket = createConnection(port, '127.0.0.1')
  await once(socket, 'data')
  socket.destroy()
}

const SOURCES = fileURLToPath(new URL('../../src/servers', import.meta.url))

/** Python's aiosmtpd. */
export const startAiosmtpd = async (): Promise<MailExchanger> => {
  const port = await freePort()
  const logFile = join(await freshDirectory('aiosmtpd'), 'mails.log')
  const daemon = await startProcess({
    path: binary('aiosmtpd'),
    args: ['-n', '-l', `127.0.0.1:${port}`, '-c', 'mail_exchanger.Handler'],
    env: { ...process.env, PYTHONPATH: SOURCES, PYTHONDONTWRITEBYTECODE: '1' },
    logFile,
  })
  await untilReady(daemon, { name: 'aiosmtpd', timeoutMs: 30_000, probe: () => answers(port) })
  return {
    port,
    mails: async () =>
      (await readFile(logFile, 'utf8'))
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { from: string; to: string[]; raw: string }),
    stop: () => daemon.end('SIGKILL'),
  }
}

interface Routes {
  /** The ports of this machine to which all emails are forwarded. */
  readonly exchanger: number
  /** The port to which emails to bounce addresses are forwarded. */
  readonly bounces: number
}

const eximConfiguration = (folder: string, port: number, { exchanger, bounces }: Routes): string => `
primary_hostname = exim.example
spool_directory = ${folder}/spool
log_file_path = ${folder}/%slog
pid_file_path = ${folder}/pid
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
keep_environment =
host_lookup =
rfc1413_hosts =
tls_advertise_hosts =
dsn_advertise_hosts = *
acl_smtp_rcpt = everybody
acl_smtp_data = everybody

begin acl
everybody:
  accept

begin routers
bounces:
  driver = manualroute
  domains = bounces.example.com
  route_list = * 127.0.0.1::${bounces}
  self = send
  transport = onward
others:
  driver = manualroute
  route_list = * 127.0.0.1::${exchanger}
  self = send
  transport = onward

begin transports
onward:
  driver = smtp
  allow_localhost

begin retry
*  *  F,1s,1s
`

/**
 * Exim with its own configuration and spool: it accepts every email, forwards it, and returns undeliverable
 * ones.
 */
export const startExim = async (routes: Routes): Promise<MailServer> => {
  // Exim drops root privileges, so its own user must have access to the directory.
  const folder = await mkdtemp(join(tmpdir(), 'postrider-exim-'))
  await mkdir(join(folder, 'spool'))
  for (const each of [folder, join(folder, 'spool')]) await chmod(each, 0o1777)
  const port = await freePort()
  const file = join(folder, 'exim.conf')
  await writeFile(file, eximConfiguration(folder, port, routes))
  const daemon = await startProcess({
    path: binary('exim'),
    args: ['-C', file, '-bdf'],
    logFile: join(folder, 'output'),
  })
  await untilReady(daemon, { name: 'exim', timeoutMs: 30_000, probe: () => answers(port) })
  return {
    port,
    stop: async () => {
      await daemon.end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
