import { expect } from 'chai'
import { gatherFigures } from '@postrider/wiring/metrics/gathered-figures'
import { createMetrics, type Metrics } from '@postrider/wiring/metrics/metrics'

const RELEASE = { version: '1.2.3', commit: 'c0ffee' }

/** The value of a series on the metrics page; undefined if it is missing. */
const valueOn = (page: string, series: string): number | undefined => {
  const line = page.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

describe('The metrics of several workers on one page', () => {
  const aScene = () => {
    const figures = gatherFigures(2)
    const workers = [createMetrics(RELEASE), createMetrics(RELEASE)] as const
    const show = async (): Promise<void> => {
      for (const [at, worker] of workers.entries()) figures.shown(at + 1, await worker.records())
    }
    const on = async (series: string) => valueOn((await figures.page()).body, series)
    return { figures, workers, show, on }
  }
  const answer = (worker: Metrics, times: number, ms: number): void => {
    for (let at = 0; at < times; at += 1) worker.answered('/v1/messages', 'POST', 202, ms)
  }
  const LABELS = 'method="POST",route="/v1/messages",status_code="202"'

  it('add up counters, histograms and open resources', async () => {
    const { workers, show, on } = aScene()
    answer(workers[0], 3, 4)
    answer(workers[1], 4, 400)
    workers[0].sendRefused('price_unavailable')
    workers[1].sendRefused('price_unavailable')
    for (const worker of workers) worker.serving(true)
    await show()
    const seconds = 'postrider_http_request_duration_seconds'
    expect(await on(`${seconds}_count{${LABELS}}`)).to.equal(7)
    expect(await on(`${seconds}_sum{${LABELS}}`)).to.be.closeTo(1.612, 1e-9)
    expect(await on(`${seconds}_bucket{le="0.005",${LABELS}}`)).to.equal(3)
    expect(await on(`${seconds}_bucket{le="+Inf",${LABELS}}`)).to.equal(7)
    expect(await on('postrider_sends_refused_total{code="price_unavailable"}')).to.equal(2)
    expect(await on('postrider_workers_serving')).to.equal(2)
    expect(await on('postrider_workers_wanted')).to.equal(2)
  })

  it("don't add up values that all workers observe, and show the worst", async () => {
    const { workers, show, on } = aScene()
    const [one, other] = workers
    one.outbox(7, 3_000)
    other.outbox(5, 9_000)
    one.queueUp(true)
    other.queueUp(false)
    one.checked([{ name: 'storage', status: 'pass' }])
    other.checked([{ name: 'storage', status: 'fail' }])
    await show()
    expect(await on('postrider_outbox_pending')).to.equal(7)
    expect(await on('postrider_outbox_oldest_age_seconds')).to.equal(9)
    expect(await on('postrider_queue_up')).to.equal(0)
    expect(await on('postrider_ready{check="storage"}')).to.equal(0)
    expect(await on('postrider_build_info{version="1.2.3",commit="c0ffee"}')).to.equal(1)
    expect(await on('postrider_unconfirmed_past_check')).to.equal(undefined)
  })

  it('keep the counters of an ended worker, but not its gauges', async () => {
    const { figures, workers, show, on } = aScene()
    const count = 'postrider_http_request_duration_seconds_count'
    answer(workers[0], 3, 4)
    answer(workers[1], 4, 4)
    for (const worker of workers) worker.serving(true)
    workers[0].outbox(9, 0)
    await show()
    figures.ended(1)
    figures.died()
    expect(await on(`${count}{${LABELS}}`)).to.equal(7)
    expect(await on('postrider_workers_serving')).to.equal(1)
    expect(await on('postrider_outbox_pending')).to.equal(undefined)
    expect(await on('postrider_worker_deaths_total')).to.equal(1)
    const next = createMetrics(RELEASE)
    answer(next, 1, 4)
    figures.shown(3, await next.records())
    expect(await on(`${count}{${LABELS}}`)).to.equal(8)
    figures.ended(3)
    figures.ended(2)
    figures.ended(2)
    expect(await on(`${count}{${LABELS}}`)).to.equal(8)
  })

  it('have one start time, and the highest event loop lag', async () => {
    const { show, on } = aScene()
    const startsOf = async () => on('process_start_time_seconds')
    const alone = await startsOf()
    await show()
    expect(await startsOf()).to.equal(alone)
    expect(await on('nodejs_eventloop_lag_p99_seconds')).to.be.a('number')
  })
})
