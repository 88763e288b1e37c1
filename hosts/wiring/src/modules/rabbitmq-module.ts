import { ContainerModule } from 'inversify'
import { openRabbitmqQueue } from '@postrider/queue-rabbitmq/rabbitmq-queue'
import { provide, tokens } from '../tokens.js'

/** The queue on RabbitMQ. */
export const rabbitmqModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.queue, [tokens.settings, tokens.closing], ({ queueUrl, queuePrefix }, closing) =>
    closing.opened(openRabbitmqQueue(queueUrl, { prefix: queuePrefix })),
  )
})
