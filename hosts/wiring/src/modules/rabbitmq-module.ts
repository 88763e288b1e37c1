import { ContainerModule } from 'inversify'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { TraceContext } from '@postrider/core/kernel/tracing/trace-context'
import { provide, tokens } from '../tokens.js'

/** The queue on RabbitMQ. */
export const rabbitmqModule = new ContainerModule(({ bind }) => {
  provide(
    bind,
    tokens.queue,
    [tokens.settings, tokens.closing, tokens.telemetry],
    async ({ queueUrl, queuePrefix }, closing, telemetry) => {
      const { openRabbitmqQueue } = await import('@postrider/queue-rabbitmq/rabbitmq-queue')
      const onDead = (messageId: MessageId | undefined, trace: TraceContext): void => {
        telemetry.emit({ _tag: 'JobGivenUp', messageId, trace })
        if (messageId === undefined)
          telemetry.emit({
            _tag: 'PartFailed',
            where: 'queue',
            cause: 'a job in the queue is not from Postrider',
          })
      }
      return closing.opened(openRabbitmqQueue(queueUrl, { prefix: queuePrefix, onDead }))
    },
  )
})
