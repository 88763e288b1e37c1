import { expect } from 'chai'
import { checkEventReceiver, checkWebhooks } from '@postrider/cli/doctor/check-webhooks'
import { TE } from '@postrider/core/fp'
import type { ReceiverStatus } from '@postrider/core/webhooks/domain/event-receiver'
import type { WebhookBacklog } from '@postrider/core/webhooks/ports/webhook-storage'

const NOW_MS = 1_000_000_000

const check = (backlog: readonly WebhookBacklog[]) =>
  checkWebhooks({
    storage: { webhooks: { backlog: () => TE.right(backlog), receiver: () => TE.right(undefined) } },
    clock: { nowMs: () => NOW_MS },
  })

describe('The doctor of webhooks', () => {
  it('counts endpoints and waiting events by state', async () => {
    expect(await check([])).to.deep.equal([{ verdict: 'fine', part: 'webhooks', sentence: 'no endpoints' }])
    const [finding] = await check([
      { state: 'active', endpoints: 2, events: 1, oldestMs: NOW_MS - 1000 },
      { state: 'failing', endpoints: 1, events: 30, oldestMs: 1 },
      { state: 'disabled', endpoints: 0, events: 0, oldestMs: undefined },
    ])
    expect(finding).to.deep.equal({
      verdict: 'fine',
      part: 'webhooks',
      sentence: '2 active endpoints with 1 waiting event, 1 failing endpoint with 30 waiting events',
    })
  })

  it('warns if events of a working endpoint wait for long', async () => {
    const [finding] = await check([{ state: 'active', endpoints: 1, events: 1, oldestMs: NOW_MS - 301_000 }])
    expect(finding).to.include({ verdict: 'warning', part: 'webhooks' })
    expect(finding?.sentence).to.include('301 s old')
  })

  it('reports a database that cannot be read', async () => {
    const [finding] = await checkWebhooks({
      storage: {
        webhooks: {
          backlog: () => TE.left({ _tag: 'StorageUnavailable', cause: 'gone' }),
          receiver: () => TE.right(undefined),
        },
      },
      clock: { nowMs: () => NOW_MS },
    })
    expect(finding).to.include({ verdict: 'wrong' })
  })
})

const STATUS: ReceiverStatus = {
  host: 'events.example.com',
  sinceMs: 0,
  confirmedAtMs: NOW_MS,
  apps: 2,
  failingApps: 0,
  waiting: 3,
  oldestMs: NOW_MS - 1000,
  lastFailure: undefined,
}

const examine = async (status: ReceiverStatus | undefined, hasSetting = true) => {
  const post = async () => ({ _tag: 'NoAnswer', cause: '' }) as const
  const receiver = { host: 'events.example.com', secrets: [], includesRecipient: false, post }
  const [finding] = await checkEventReceiver({
    storage: { webhooks: { backlog: () => TE.right([]), receiver: () => TE.right(status) } },
    clock: { nowMs: () => NOW_MS },
    webhooks: { receiver: hasSetting ? receiver : undefined },
  })
  return finding
}

describe('The doctor of the event receiver', () => {
  it('counts apps and waiting events, and has nothing to say without a receiver', async () => {
    expect(await examine(undefined, false)).to.include({ verdict: 'fine', sentence: 'none' })
    expect(await examine({ ...STATUS, confirmedAtMs: 0 }, false)).to.include({ sentence: 'none' })
    expect(await examine(STATUS)).to.include({
      verdict: 'fine',
      sentence: 'events.example.com gets the events of 2 apps, with 3 waiting events',
    })
  })

  it('warns if no dispatcher has the setting, it fails, or events are old', async () => {
    for (const status of [undefined, { ...STATUS, confirmedAtMs: NOW_MS - 301_000 }])
      expect((await examine(status))?.sentence).to.include('no dispatcher')
    const lastFailure = { atMs: NOW_MS, status: 410, detail: 'gone' }
    const failing = await examine({ ...STATUS, failingApps: 1, lastFailure })
    expect(failing).to.include({ verdict: 'warning' })
    expect(failing?.sentence).to.include('1 fail').and.to.include('status 410')
    const unreachable = { ...lastFailure, status: undefined, detail: 'ECONNREFUSED' }
    expect((await examine({ ...STATUS, failingApps: 1, lastFailure: unreachable }))?.sentence).to.include(
      '"ECONNREFUSED"',
    )
    expect((await examine({ ...STATUS, oldestMs: NOW_MS - 301_000 }))?.sentence).to.include('301 s old')
  })
})
