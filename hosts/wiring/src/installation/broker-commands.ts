import { splitServers } from '@postrider/core/kernel/addresses/server-list'
import { E } from '@postrider/core/fp'

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The default virtual host, which an address doesn't name. */
const DEFAULT_VHOST = '/'

/**
 * The shell commands that create an address's user and virtual host in RabbitMQ, for a person who may run
 * rabbitmqctl. Existing ones aren't changed, so they may be run again. None reads standard input, which may
 * contain the commands. Left: the address names no broker, or no user.
 */
export const brokerCommands = (queueUrl: string): E.Either<string, readonly string[]> => {
  if (!queueUrl.startsWith('amqp'))
    return E.left('POSTRIDER_QUEUE_URL names no broker: the queue is in the database')
  const brokers = splitServers(queueUrl).urls
  const url = new URL(brokers[0])
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  if (user === '' || password === '')
    return E.left('POSTRIDER_QUEUE_URL must name a user, and a password to be given to it')
  const vhost = decodeURIComponent(url.pathname.slice(1)) || DEFAULT_VHOST
  return E.right([
    '# For somebody who may run rabbitmqctl. What is there already is left as it is, passwords too.',
    ...(brokers.length > 1 ? ['# Run it on one node of the cluster; the others get it from there.'] : []),
    'set -e',
    `rabbitmqctl -q list_users < /dev/null | cut -f 1 | grep -qxF ${quoted(user)} ||`,
    `  printf '%s\\n' ${quoted(password)} | rabbitmqctl -q add_user ${quoted(user)}`,
    ...(vhost === DEFAULT_VHOST
      ? []
      : [
          `rabbitmqctl -q list_vhosts < /dev/null | grep -qxF ${quoted(vhost)} || rabbitmqctl -q add_vhost ${quoted(vhost)} < /dev/null`,
        ]),
    `rabbitmqctl -q set_permissions -p ${quoted(vhost)} ${quoted(user)} '.*' '.*' '.*' < /dev/null`,
  ])
}
