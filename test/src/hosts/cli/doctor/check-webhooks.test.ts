import { expect } from 'chai'
import { checkWebhooks } from '@postrider/cli/doctor/check-webhooks'
import { TE } from '@postrider/core/fp'
import type { WebhookBacklog } from '@postrider/core/webhooks/ports/webhook-storage'

const NOW_MS = 1_000_000_000

const check = (backlog: readonly WebhookBacklog[]) =>
  checkWebhooks({
    storage: { webhooks: { backlog: () => TE.right(backlog) } },
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
      storage: { webhooks: { backlog: () => TE.left({ _tag: 'StorageUnavailable', cause: 'gone' }) } },
      clock: { nowMs: () => NOW_MS },
    })
    expect(finding).to.include({ verdict: 'wrong' })
  })
})
