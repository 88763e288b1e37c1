import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { newMasterKey } from '@postrider/node/auth/master-key'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { secretsContext } from '@postrider/core/providers/use-cases/account-secrets'
import { createDispatcherHost } from '@postrider/dispatcher/dispatcher-host'
import { createHttpHost } from '@postrider/http/http-host'
import { createWebsiteHost } from '@postrider/website/website-host'
import { openThread } from '@postrider/storage-sql/sqlite/thread'
import { compose, type Composition } from '@postrider/wiring/compose'
import { takeMail } from '../../adapters/mail-smtp/take-mail.js'
import { readInbox } from '../../adapters/provider-sandbox/read-inbox.js'
import { fresh } from '@postrider/conformance/builders/fresh'
import { eventually } from '@postrider/conformance/eventually'
import { call, type Reply, type Sent, sendRaw } from '../http/http-client.js'
import { provisionTestTenant } from '../http/test-tenant.js'
import { sendForm, visit, type Visited } from '../http/visit.js'
import { logLines, migratedSettings } from '../wiring/some-settings.js'
import { secretOf, someCanaries, type Canaries } from './canaries.js'
import { noteAt, noteFiles, noteTables, type Places } from './search-places.js'

const step = (sql: string) => ({ sql, binary: '', cells: [] })

/** A mail server that requires this password. */
const mailServer = (password: string) =>
  takeMail({
    hideSTARTTLS: true,
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (auth, _session, answer) =>
      auth.password === password ? answer(null, { user: 'post' }) : answer(new Error('no')),
  })

/** A provider that rejects every password and repeats its input. */
const talkativeProvider = () =>
  takeMail({
    hideSTARTTLS: true,
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (auth, _session, answer) => answer(new Error(`no login with ${String(auth.password)}`)),
  })

/** Tenants with usable accounts: the sandbox, and an SMTP server in production. */
const tenantOn = async (
  { ports }: Composition,
  environment: 'test' | 'production',
  smtp: { readonly port: number; readonly password: string },
) => {
  const opened = (account: ProviderAccount): ProviderAccount => {
    const isSmtp = account.kind === 'smtp'
    const secrets = isSmtp ? { user: 'post', password: smtp.password } : {}
    const place = secretsContext(account.providerAccountId)
    return {
      ...account,
      settings: isSmtp ? { host: '127.0.0.1', port: smtp.port, tls: 'none' } : {},
      sealedSecrets: ports.keyRing.seal(JSON.stringify(secrets), place, undefined),
    }
  }
  return provisionTestTenant({ ports }, 100_000, { environment, opened })
}

/** The whole service in one process on SQLite, with all its output. */
export const openWatchedRun = async () => {
  const canaries: Canaries = someCanaries()
  const places: Places = new Map()
  const masterKey = canaries.watch('the master key', newMasterKey())
  canaries.watch('the master key', Buffer.from(masterKey, 'base64'))
  const mailPassword = canaries.watch('the password of the mail server', `mail-${fresh.hex(24)}`)
  // Without digits, because long numbers are masked in a provider's words anyway.
  const letters = fresh.hex(24).replaceAll(/\d/g, 'z')
  const password = canaries.watch('the password of a provider', `provider-${letters}`)
  const mail = await mailServer(mailPassword)
  const provider = await talkativeProvider()
  const settings = await migratedSettings({
    POSTRIDER_MASTER_KEY: masterKey,
    POSTRIDER_MAIL_URL: `smtp://post:${mailPassword}@127.0.0.1:${mail.port}`,
    POSTRIDER_MAIL_FROM: 'Postrider <no-reply@example.com>',
  })
  const log = logLines()
  const composition = await compose(settings, { log: { write: log.write } })
  const { ports, postrider, vocabulary, attachmentGateway, metrics, release } = composition
  const thread = await openThread({ path: join(settings.dataDir, 'postrider.db'), role: 'writer' })
  const observability = { log: composition.log, requestMetrics: metrics }
  const website = createWebsiteHost({
    ...ports, ...observability, postrider, feed: ports.storage.feed, signUp: 'invited',
  }) // prettier-ignore
  const site = await website.listen('127.0.0.1', 0)
  const http = createHttpHost({
    ...ports, ...observability, postrider, vocabulary, attachmentGateway, release,
  }) // prettier-ignore
  const { port } = await http.listen('127.0.0.1', 0)
  const dispatcher = createDispatcherHost({
    postrider, ports, log: composition.log, gauges: metrics, pace: { mailMs: 50 },
  }) // prettier-ignore
  await dispatcher.start()

  // A path part that identifies a record differs between runs, and may itself be a secret.
  const answered = (status: number, method: string, target: string, answer: unknown): void => {
    const path = target.replace(/\?.*$/, '').replaceAll(/[a-z]+_\w+/g, '…')
    noteAt(places, `${status} ${method} ${path}`, JSON.stringify(answer))
  }
  const pageOf = async (method: string, path: string, coming: Promise<Visited>): Promise<Visited> => {
    const visited = await coming
    const { status, html, headers } = visited
    answered(status, method, path, [html, ...headers])
    return visited
  }
  const ask = async (method: string, target: string, sent: Sent = {}): Promise<Reply> => {
    const reply = await call(port, method, target, sent)
    answered(reply.status, method, target, [reply.body, reply.headers])
    return reply
  }

  const mailsTo = async (email: string): Promise<readonly string[]> => {
    const texts: string[] = []
    for (const { raw } of mail.mails.filter(({ to }) => to.includes(email)))
      texts.push((await PostalMime.parse(raw)).text ?? '')
    return texts
  }

  return {
    ...composition,
    canaries,
    call: ask,
    /** Also searches text from elsewhere. */
    noteText: (place: string, text: string): void => noteAt(places, place, text),
    /** Sends bytes that aren't a request. */
    sendRaw: async (text: string): Promise<void> => {
      for (const { status, body, headers } of await sendRaw(port, [text]))
        noteAt(places, `${status} no request`, JSON.stringify([body, headers]))
    },
    visit: (path: string) => pageOf('GET', path, visit(port, path)),
    sendForm: (path: string, fields: Readonly<Record<string, string>>) =>
      pageOf('POST', path, sendForm(port, path, fields)),
    /** The same for the website. */
    visitSite: (path: string) => pageOf('GET', `website${path}`, visit(site.port, path)),
    sendSiteForm: (path: string, fields: Readonly<Record<string, string>>) =>
      pageOf('POST', `website${path}`, sendForm(site.port, path, fields)),
    /** The token of the last link in an email to the address; watched from now on. */
    tokenMailed: async (name: string, email: string): Promise<string> => {
      const tokens = async () =>
        (await mailsTo(email)).flatMap((text) => /(?:\?token=|#)(prlt_\w+)/.exec(text)?.[1] ?? [])
      await eventually(`${name} for ${email}`, async () => (await tokens()).length > 0)
      const token = (await tokens()).at(-1) ?? ''
      canaries.watch(name, secretOf(token))
      return token
    },
    /** The text that the sandbox last delivered to the number, once it has. */
    delivered: async (to: string): Promise<string> => {
      const texts = async () =>
        (await readInbox(settings.dataDir)).flatMap((one) => (one.to === to ? one.text : []))
      await eventually(`a message to ${to}`, async () => (await texts()).length > 0)
      return (await texts()).at(-1) ?? ''
    },
    openTenant: (environment: 'test' | 'production') =>
      tenantOn(composition, environment, { port: provider.port, password }),
    /** Blocks inserts into the table while the work runs. */
    without: async (table: string, work: () => Promise<unknown>): Promise<void> => {
      await thread.run([
        step(`CREATE TRIGGER none BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'no'); END`),
      ])
      await work()
      await thread.run([step('DROP TRIGGER none')])
    },
    query: async (sql: string) => (await thread.run([step(sql)])).results[0] ?? [],
    /** The responses so far: statuses with methods and paths. */
    answers: (): readonly string[] => [...places.keys()],
    /** Where each secret was found, in all output and all stored data. */
    found: async () => {
      await noteTables(places, thread)
      noteFiles(places, settings.dataDir)
      noteAt(places, 'the log', log.lines.map((line) => JSON.stringify(line)).join('\n'))
      noteAt(places, 'the metrics', (await metrics.exposition()).body)
      for (const { raw } of mail.mails) {
        const { subject = '', text = '', html = '' } = await PostalMime.parse(raw)
        noteAt(places, `a mail: ${subject}`, `${text}\n${html}`)
      }
      return canaries.foundIn(places)
    },
    stop: async (): Promise<void> => {
      await dispatcher.stop()
      await http.close()
      await website.close()
      await thread.close()
      await composition.close()
      await Promise.all([mail.close(), provider.close()])
    },
  }
}

export type WatchedRun = Awaited<ReturnType<typeof openWatchedRun>>
