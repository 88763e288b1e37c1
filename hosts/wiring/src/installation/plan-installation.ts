import { randomBytes } from 'node:crypto'
import { newMasterKey } from '@postrider/node/auth/master-key'
import { splitServers } from '@postrider/core/kernel/addresses/server-list'
import { E } from '@postrider/core/fp'
import { thrownText } from '../setting-values.js'

/** Options of the command line: the addresses of database and queue, without passwords. */
export interface InitOptions {
  readonly storage?: string
  readonly queue?: string
}

/** The addresses and secrets of a new installation. */
export interface InstallationPlan {
  /** Undefined: a file in the data directory. */
  readonly storageUrl: string | undefined
  /** Undefined: the database itself. */
  readonly queueUrl: string | undefined
  readonly masterKey: string
}

/** The default user name of the installation at its servers, and the name of its database. */
const OWN_NAME = 'postrider'

const PASSWORD_BYTES = 24

/** The character classes that password policies of servers require. */
const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[_-]/]

/** A random password of characters that need no quoting anywhere. */
const aPassword = (): string => {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  return KINDS.every((kind) => kind.test(password)) ? password : aPassword()
}

interface ServerForm {
  readonly option: string
  readonly schemes: readonly string[]
  readonly sentence: string
  /** The path if the address has none. */
  readonly path: string
}

/** The servers of an address, each as a URL; left: the problem with the address. */
const serversIn = (
  text: string,
  { option, schemes, sentence }: ServerForm,
): E.Either<string, readonly [URL, ...URL[]]> => {
  const isServer = (url: string): boolean =>
    URL.canParse(url) && schemes.includes(new URL(url).protocol) && new URL(url).hostname !== ''
  try {
    const [first, ...others] = splitServers(text).urls
    return [first, ...others].every(isServer)
      ? E.right([new URL(first), ...others.map((other) => new URL(other))])
      : E.left(`${option} ${sentence}`)
  } catch (cause) {
    return E.left(`${option}: ${thrownText(cause)}`)
  }
}

const withLogin = (text: string, form: ServerForm): E.Either<string, string> => {
  const servers = serversIn(text, form)
  if (E.isLeft(servers)) return servers
  const [url] = servers.right
  if (url.password !== '')
    return E.left(
      `${form.option} takes no password, which others could read: leave it out, and change the one that init writes into .env`,
    )
  const hosts = servers.right.map(({ host }) => host)
  const login = `${url.username === '' ? OWN_NAME : url.username}:${aPassword()}`
  const path = url.pathname === '' || url.pathname === '/' ? form.path : url.pathname
  return E.right(`${url.protocol}//${login}@${hosts.join(',')}${path}${url.search}`)
}

/** Servers that can be given by their name only. */
const ON_THIS_MACHINE: Readonly<Record<string, string>> = {
  mysql: 'mysql://127.0.0.1:3306',
  postgres: 'postgres://127.0.0.1:5432',
}

const storageUrlOf = (text: string): E.Either<string, string | undefined> => {
  if (text === 'sqlite') return E.right(undefined)
  return withLogin(ON_THIS_MACHINE[text] ?? text, {
    option: '--storage',
    schemes: ['mysql:', 'postgres:'],
    sentence:
      'must be sqlite, mysql, postgres, or mysql:// or postgres:// and host:port/database, with commas between several host:port',
    path: `/${OWN_NAME}`,
  })
}

const queueUrlOf = (text: string): E.Either<string, string | undefined> => {
  if (text === 'embedded') return E.right(undefined)
  return withLogin(text === 'rabbitmq' ? 'amqp://127.0.0.1:5672' : text, {
    option: '--queue',
    schemes: ['amqp:', 'amqps:'],
    sentence: 'must be embedded, rabbitmq or amqp://host:port/vhost, with commas between several host:port',
    path: '',
  })
}

/** Chooses unspecified values, and generates a master key and passwords; left: the problem with an option. */
export const planInstallation = ({
  storage = 'sqlite',
  queue = 'embedded',
}: InitOptions): E.Either<string, InstallationPlan> => {
  const storageUrl = storageUrlOf(storage)
  if (E.isLeft(storageUrl)) return storageUrl
  const queueUrl = queueUrlOf(queue)
  if (E.isLeft(queueUrl)) return queueUrl
  return E.right({ storageUrl: storageUrl.right, queueUrl: queueUrl.right, masterKey: newMasterKey() })
}
