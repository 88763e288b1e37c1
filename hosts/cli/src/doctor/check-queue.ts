import { LANES } from '@postrider/core/kernel/messages/lane'
import type { QueueUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import { brokerStatuses } from '@postrider/wiring/check-brokers'
import type { Composition } from '@postrider/wiring/compose'
import { fine, type Finding, wrong } from './finding.js'

/** The number of waiting jobs per lane, as text. */
const waitingJobs = async ({
  ports: { queue },
}: Pick<Composition, 'ports'>): Promise<E.Either<QueueUnavailable, string>> => {
  const waiting: string[] = []
  for (const lane of LANES) {
    const depth = await queue.depth(lane)()
    if (E.isLeft(depth)) return depth
    waiting.push(`${lane} ${depth.right}`)
  }
  return E.right(waiting.join(', '))
}

const namesOf = (down: Awaited<ReturnType<typeof brokerStatuses>>): string =>
  down.map(({ server, problem }) => `${server} (${problem})`).join(', ')

const isNotUsable = (server: string, problem: string): Finding => ({
  verdict: 'note',
  part: 'queue',
  sentence: `the broker ${server} cannot be used: ${problem}`,
  advice: 'Start it, or remove it from POSTRIDER_QUEUE_URL. Until then, the other brokers are used.',
})

/** Whether the queue responds. The embedded queue works if the database does. */
export const checkQueue = async (composition: Composition): Promise<readonly Finding[]> => {
  if (composition.settings.queueUrl === 'embedded:') return [fine('queue', 'is in the database')]
  const brokers = await brokerStatuses(composition.settings)
  const down = brokers.filter(({ problem }) => problem !== undefined)
  let waiting = await waitingJobs(composition)
  // The queue tries one broker after another, and may not have reached one that responds.
  for (let times = down.length; times > 0 && down.length < brokers.length && E.isLeft(waiting); times -= 1)
    waiting = await waitingJobs(composition)
  if (E.isLeft(waiting))
    return [
      wrong(
        'queue',
        `RabbitMQ cannot be reached: ${brokers.length > 1 ? namesOf(down) : waiting.left.cause}`,
        'Check POSTRIDER_QUEUE_URL and that the broker runs. Until then, messages are accepted and wait.',
      ),
    ]
  return [
    fine('queue', `RabbitMQ responds; waiting: ${waiting.right}`),
    ...down.map(({ server, problem = '' }) => isNotUsable(server, problem)),
  ]
}
