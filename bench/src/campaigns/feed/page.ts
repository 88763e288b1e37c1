import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { right } from '@postrider/conformance/outcome'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { granted } from '@postrider/test/builders/granted'
import { NOWHERE } from '@postrider/test/hosts/set-up/an-installation'
import { openWebsiteScene, type WebsiteScene } from '@postrider/test/web/website/website-scene'
import { type CampaignRun, type Figure, shareOf } from '../campaign.js'
import { figure, none } from './figures.js'
import { type ShownList, watchStaleness } from './staleness.js'

const RATES = [3, 12, 60] as const
const SECONDS = 60
const SAMPLE_MS = 200
const SHOW_EVERY_MS = 5_000
const SETTLE_MS = 10_000
/** How long the page may take to show the last state of every row. */
const MOST_BEHIND_MS = 30_000
/** A change is committed, numbered, sent and read, while server, dispatcher and browser share the cores. */
const MOST_STALE_MS = 3_000
/** Smaller runs are tests next to others: they don't judge speed. */
const SHARE_THAT_JUDGES_SPEED = 0.1

/** The rows of the page in order, and its count of new rows. */
const READ_PAGE = `({
  rows: [...document.querySelectorAll('tbody tr')].map((row) => [
    row.querySelector('[data-row]').getAttribute('href').split(/[/?]/)[2],
    row.querySelector('.state').className.split(' ')[1].toUpperCase(),
  ]),
  fresh: document.querySelector('.fresh')?.textContent ?? '0 new',
})`

const readShown = async (page: Page): Promise<ShownList> => {
  const { rows, fresh } = await page.evaluate<{ rows: Array<[string, string]>; fresh: string }>(READ_PAGE)
  return { rows, fresh: Number.parseInt(fresh, 10), hasMoreFresh: fresh.includes('+') }
}

/** Sends an SMS with the organization's credential. */
const sender = async ({ at: { postrider }, made }: WebsiteScene) => {
  const { credential, projectId, appId, templates } = made
  const template = templates.find(({ channel }) => channel === 'sms')
  if (template === undefined) throw new Error('there is no template of SMS')
  const { templateId, variables } = template
  const caller = granted(await right(postrider.authenticate(credential.bearer, '127.0.0.1')), 'messages.send')
  const to = '+919876543210'
  const request = { projectId, appId, channel: 'sms', to, templateId, variables } as const
  let sent = 0
  return async (): Promise<void> => {
    sent += 1
    await right(postrider.acceptMessage(caller, `page-${sent}`, request))
  }
}

/** Reads the newest messages with their states from the API. */
const reader = async ({ at: { postrider }, made, owner, cookieOf }: WebsiteScene) => {
  const [, token] = await cookieOf(owner)
  const principal = await right(postrider.personSessions.find(token))
  const { organizationId } = made
  const pageAfter = async (cursor: string | undefined): Promise<ResultOf<'listCustomerMessageHistory'>> => {
    const body = { organizationId, limit: 100, ...(cursor === undefined ? {} : { cursor }) }
    const run = postrider.runOperation(principal, 'listCustomerMessageHistory', body, NOWHERE)
    return (await right(run)).result as ResultOf<'listCustomerMessageHistory'>
  }
  return async (most: number): Promise<ReadonlyArray<readonly [string, string]>> => {
    const found: Array<readonly [string, string]> = []
    for (let cursor: string | undefined; found.length < most;) {
      const page = await pageAfter(cursor)
      found.push(...page.messages.map(({ messageId, state }) => [messageId, state] as const))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    return found.slice(0, most)
  }
}

const showFresh = (page: Page): Promise<unknown> =>
  page.evaluate("document.querySelector('.fresh:not(:disabled)')?.click()")

/** Sends `rate` messages per second, one after another. */
const sendFor = async (send: () => Promise<void>, rate: number, seconds: number): Promise<void> => {
  const beganMs = performance.now()
  for (let sent = 0; sent < rate * seconds; sent += 1) {
    const aheadMs = (sent * SECOND_MS) / rate - (performance.now() - beganMs)
    if (aheadMs > 0) await sleep(aheadMs)
    await send()
  }
}

/** How the page differs from the committed rows. */
const differencesOf = async (
  page: Page,
  read: Awaited<ReturnType<typeof reader>>,
): Promise<{ rows: number; missing: number; wrong: number }> => {
  const shown = await readShown(page)
  const kept = new Map(await read(shown.rows.length))
  const missing = [...kept.keys()].filter((id) => !shown.rows.some(([one]) => one === id)).length
  const wrong = shown.rows.filter(([id, is]) => kept.has(id) && kept.get(id) !== is).length
  return { rows: shown.rows.length, missing, wrong }
}

/** Waits until the page is as the committed rows are, and returns how it differs when it isn't in time. */
const settled: typeof differencesOf = async (page, read) => {
  const beganMs = performance.now()
  for (;;) {
    await showFresh(page)
    await sleep(SECOND_MS)
    const differences = await differencesOf(page, read)
    const isOver = performance.now() - beganMs > MOST_BEHIND_MS
    if (isOver || differences.missing + differences.wrong === 0) return differences
  }
}

const tryRate = async (
  run: CampaignRun,
  page: Page,
  rate: number,
  { send, read }: { send: () => Promise<void>; read: Awaited<ReturnType<typeof reader>> },
): Promise<readonly Figure[]> => {
  const seconds = shareOf(run, SECONDS)
  const staleness = watchStaleness()
  const state = { isOver: false }
  const look = async (): Promise<void> => {
    const atMs = performance.now()
    const kept = await read(300)
    staleness.sample(atMs, kept, await readShown(page))
  }
  const watch = async (): Promise<void> => {
    for (let shownMs = performance.now(); !state.isOver; await sleep(SAMPLE_MS)) {
      await look()
      if (performance.now() - shownMs < SHOW_EVERY_MS) continue
      shownMs = performance.now()
      await showFresh(page)
    }
  }
  const watching = watch()
  await sendFor(send, rate, seconds)
  await sleep(SETTLE_MS)
  state.isOver = true
  await watching
  const { rows, missing, wrong } = await settled(page, read)
  const { longestMs, gaps } = staleness
  run.say(`page at ${rate}/s: stale ${Math.round(longestMs())} ms at most, ${rows} rows`)
  const isJudged = run.share >= SHARE_THAT_JUDGES_SPEED
  return [
    figure(
      `longest staleness at ${rate}/s, ms`,
      Math.round(longestMs()),
      !isJudged || longestMs() <= MOST_STALE_MS,
      isJudged ? `at most ${MOST_STALE_MS}` : 'measured only',
    ),
    none(`rows missing between two that are shown at ${rate}/s`, gaps()),
    none(`rows missing at the end at ${rate}/s`, missing),
    none(`rows that are not as they are at the end at ${rate}/s`, wrong),
  ]
}

/** Watches a page of the website in a browser while messages are sent. */
export const onPage = async (run: CampaignRun): Promise<readonly Figure[]> => {
  const scene = await openWebsiteScene()
  try {
    await scene.at.dispatch()
    const { page, go, complaints } = await scene.browserOf(scene.owner)
    const [send, read] = [await sender(scene), await reader(scene)]
    await send()
    await go('/messages')
    await page.locator('[data-row]').first().waitFor()
    const figures: Figure[] = []
    for (const rate of RATES) figures.push(...(await tryRate(run, page, rate, { send, read })))
    return [...figures, none('complaints of the browser', complaints.length)].map((each) => ({
      ...each,
      what: `Page: ${each.what}`,
    }))
  } finally {
    await scene.close()
  }
}
