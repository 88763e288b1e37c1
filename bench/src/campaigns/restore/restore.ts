import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '@postrider/conformance/eventually'
import { endCommands, runPostrider, startPostrider } from '@postrider/test/hosts/cli/run-postrider'
import { type SuperAdminCodes, superAdminCodes, typed } from '@postrider/test/hosts/cli/super-admin-codes'
import { createDatabase } from '@postrider/test/servers/test-database'
import { type Campaign, type CampaignRun, type Figure, shareOf } from '../campaign.js'
import { serverSettings } from '../server-settings.js'
import { type MailJournal, openMailJournal } from '../skew/mail-journal.js'
import { endAll, portOf, type Scene, setScene } from '@postrider/test/hosts/mail-scene'
import { type Copies, embeddedCopies, serverCopies } from './installation.js'

const PASSWORD = 'long and quiet nights'
const USER = 'asha@example.com'
const WHY = ['--reason', 'It has to be so.']

/** The time in which nothing may be sent again: many times the duration of a send. */
const quietMs = ({ share }: CampaignRun): number => (share < 1 ? 1_000 : 10_000)
const ARRIVED_WITHIN_MS = 60_000
const AT_ONCE = 20

interface Trial {
  readonly run: CampaignRun
  readonly name: string
  readonly scene: Scene
  readonly mails: MailJournal
  readonly codes: SuperAdminCodes
  readonly copies: Copies
}

interface Mail {
  readonly address: string
  readonly messageId: string
}

const send = async ({ tenant }: Scene, port: number, address: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/v1/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tenant.bearer}`,
      'content-type': 'application/json',
      'idempotency-key': `restore-${address.replace('@', '-')}`,
    },
    body: JSON.stringify({
      projectId: tenant.project.projectId,
      appId: tenant.app.appId,
      channel: 'email',
      to: address,
      templateId: tenant.template.email.templateId,
      variables: { name: 'Asha', note: 'It is on time.' },
    }),
  })

/** Accepts this number of emails with an HTTP host while no dispatcher runs. */
const accept = async (trial: Trial, count: number, kind: string): Promise<readonly Mail[]> => {
  const host = startPostrider(['http'], trial.copies.settings)
  const port = await portOf(host)
  const mails: Mail[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const addresses = Array.from(
      { length: Math.min(AT_ONCE, count - from) },
      (_, at) => `${kind}-${from + at}@${trial.name}.example`,
    )
    const sent = await Promise.all(
      addresses.map(async (address): Promise<Mail> => {
        const answer = await send(trial.scene, port, address)
        const { messageId = '' } = (await answer.json()) as { messageId?: string }
        if (answer.status !== 202) throw new Error(`${address} was answered ${answer.status}`)
        return { address, messageId }
      }),
    )
    mails.push(...sent)
  }
  await endAll([host])
  return mails
}

const arrivedOf = ({ mails }: Trial, sent: readonly Mail[]): number =>
  sent.reduce((sum, { address }) => sum + mails.arrivals(address).length, 0)

/** Sends the accepted emails once. */
const dispatchAll = async (trial: Trial, sent: readonly Mail[]): Promise<void> => {
  const dispatcher = startPostrider(['dispatcher'], trial.copies.settings)
  await dispatcher.logged('serving')
  await eventually('all mails', () => arrivedOf(trial, sent) >= sent.length, ARRIVED_WITHIN_MS)
  // The outcomes are stored before the process ends.
  await endAll([dispatcher])
}

const figure = (what: string, value: number | string, expected: number | string): Figure => ({
  what,
  value: String(value),
  expected: String(expected),
  holds: value === expected,
})

const restoreCheck = async (port: number): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/readiness`)
  const { checks } = (await answer.json()) as { checks: ReadonlyArray<{ name: string; status: string }> }
  return `${answer.status} ${checks.find(({ name }) => name === 'restore')?.status}`
}

const asAdmin = async ({ codes, copies }: Trial, args: readonly string[], ...answers: readonly string[]) => {
  const { email, code } = await codes.next()
  const done = await runPostrider(
    [...args, '--as', email],
    copies.settings,
    typed(PASSWORD, code, ...answers),
  )
  if (done.exitCode !== 0)
    throw new Error(`${args.join(' ')} ended with ${done.exitCode}: ${done.out}${done.err}`)
  return done.out
}

const signIn = async (port: number): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: USER, password: PASSWORD }),
  })
  return ((await answer.json()) as { accessToken: string }).accessToken
}

const seesItself = async (port: number, token: string): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/control/getCustomerContext`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  })
  return answer.status
}

/** Checks a host and a dispatcher on a restored database, until a super admin releases it. */
const held = async (
  trial: Trial,
  sent: readonly Mail[],
  what: string,
  port: number,
): Promise<readonly Figure[]> => {
  await eventually('the hold', async () => (await restoreCheck(port)) === '503 fail', ARRIVED_WITHIN_MS)
  await pause(quietMs(trial.run))
  return [
    figure(`${what}: readiness, and its check restore`, await restoreCheck(port), '503 fail'),
    figure(
      `${what}: a send is answered`,
      (await send(trial.scene, port, `held@${trial.name}.example`)).status,
      503,
    ),
    figure(
      `${what}: sent again before a release, of ${sent.length}`,
      arrivedOf(trial, sent) - sent.length,
      0,
    ),
  ]
}

/** Releases some messages, and then the database. */
const release = async (
  trial: Trial,
  sent: readonly Mail[],
  what: string,
  port: number,
): Promise<readonly Figure[]> => {
  const token = await signIn(port)
  const before = await seesItself(port, token)
  const chosen = sent.filter((_, at) => at % 5 === 0).slice(0, 50)
  const named = chosen.flatMap(({ messageId }) => ['--message', messageId])
  await asAdmin(trial, ['restore', 'release', ...named, ...WHY], 'yes')
  const during = arrivedOf(trial, sent) - sent.length
  await asAdmin(trial, ['restore', 'end', ...WHY], 'yes')
  await eventually('those released', () => arrivedOf(trial, chosen) === 2 * chosen.length, ARRIVED_WITHIN_MS)
  const later = `later-${what.length}@${trial.name}.example`
  const answered = await send(trial.scene, port, later)
  await eventually('what came later', () => trial.mails.arrivals(later).length === 1, ARRIVED_WITHIN_MS)
  await pause(quietMs(trial.run))
  const others = sent.filter((mail) => !chosen.includes(mail))
  return [
    figure(`${what}: sent while it was still held`, during, 0),
    figure(
      `${what}: those released that were sent, of ${chosen.length}`,
      arrivedOf(trial, chosen) - chosen.length,
      chosen.length,
    ),
    figure(
      `${what}: others that were sent again, of ${others.length}`,
      arrivedOf(trial, others) - others.length,
      0,
    ),
    figure(`${what}: a send after the release`, answered.status, 202),
    figure(
      `${what}: a session of before, during and after`,
      `${before}, ${await seesItself(port, token)}`,
      '200, 401',
    ),
  ]
}

const withHosts = async <A>(
  { copies }: Trial,
  embedded: boolean,
  use: (port: number) => Promise<A>,
): Promise<A> => {
  const commands = embedded ? ['start'] : ['http', 'dispatcher']
  const running = commands.map((command) => startPostrider([command], copies.settings))
  const [port] = await Promise.all(running.map(portOf))
  const used = await use(port ?? 0)
  await endAll(running)
  return used
}

const headsFile = ({ run, name }: Trial): string => join(run.directory, `${name}.heads`)

/** Signs the ledger heads and stores them outside the restored data. */
const keepHeads = async (trial: Trial): Promise<void> => {
  const { out } = await runPostrider(['ledger', 'heads'], trial.copies.settings)
  await writeFile(headsFile(trial), out)
}

const compareHeads = async (trial: Trial, what: string, expected: number): Promise<Figure> => {
  const args = ['ledger', 'verify', '--against', headsFile(trial)]
  const { exitCode } = await runPostrider(args, trial.copies.settings)
  return figure(`${what}: ledger verify --against the heads ends with`, exitCode ?? -1, expected)
}

const tryOut = async (trial: Trial, embedded: boolean): Promise<readonly Figure[]> => {
  const { run, name, copies } = trial
  const count = shareOf(run, 400)
  const figures: Figure[] = []
  const marked = await accept(trial, count, 'marked')
  await copies.backUp()
  await dispatchAll(trial, marked)
  await keepHeads(trial)
  figures.push(await compareHeads(trial, `${name}, before it was put back`, 0))
  await copies.putBack()
  figures.push(await compareHeads(trial, `${name}, after it was put back`, 1))
  run.say(`${name}: ${count} mails were sent, and the backup of before put back`)
  await withHosts(trial, embedded, async (port) => {
    figures.push(...(await held(trial, marked, `${name}, backed up`, port)))
    figures.push(...(await release(trial, marked, `${name}, backed up`, port)))
  })
  const plain = await accept(trial, count, 'plain')
  await copies.copyPlainly()
  await dispatchAll(trial, plain)
  await copies.putPlainBack()
  run.say(`${name}: ${count} mails were sent, and a plain copy of before put back`)
  await withHosts(trial, embedded, async (port) => {
    figures.push(...(await held(trial, plain, `${name}, plain copy`, port)))
  })
  return figures
}

const prepared = async (
  run: CampaignRun,
  mails: MailJournal,
  name: string,
  scene: Scene,
  copies: Copies,
): Promise<Trial> => {
  const codes = superAdminCodes(scene.settings, 'olu@example.com', PASSWORD)
  const user = ['admin', 'user', 'create', '--email', USER, '--name', 'Asha', ...WHY]
  const made = await runPostrider(user, scene.settings, typed(PASSWORD, PASSWORD, 'yes'))
  if (made.exitCode !== 0) throw new Error(made.err)
  // Created before the backup, so that it exists after the restoration.
  const { email, code } = await codes.next()
  const shown = await runPostrider(['restore', 'show', '--as', email], scene.settings, typed(PASSWORD, code))
  if (shown.exitCode !== 0) throw new Error(shown.err)
  return { run, name, scene, mails, codes, copies }
}

const embedded = async (run: CampaignRun, mails: MailJournal): Promise<readonly Figure[]> => {
  const dataDir = join(run.directory, 'embedded')
  const scene = await setScene({ POSTRIDER_DATA_DIR: dataDir }, mails.port, 20)
  const copies = embeddedCopies(scene.settings, run.directory, dataDir)
  return tryOut(await prepared(run, mails, 'sqlite', scene, copies), true)
}

const onServers = async (run: CampaignRun, mails: MailJournal): Promise<readonly Figure[]> => {
  const database = await createDatabase(run.mysqlUrl)
  try {
    const given = serverSettings(run, database.url, 'servers')
    const scene = await setScene(given, mails.port, 20)
    const copies = await serverCopies(scene.settings, run.directory, database.url)
    return await tryOut(await prepared(run, mails, 'mariadb', scene, copies), false)
  } finally {
    await database.drop()
  }
}

/** Backups that are restored after everything was sent. */
export const restore: Campaign = {
  name: 'restore',
  about: 'a backup and a plain copy from before the dispatch, put back after all was sent',
  run: async (run) => {
    const mails = await openMailJournal()
    try {
      return [...(await embedded(run, mails)), ...(await onServers(run, mails))]
    } finally {
      endCommands()
      await mails.close()
    }
  },
}
