import { isAbsolute, join, resolve } from 'node:path'
import { parseS3Address } from '@postrider/attachments-s3/s3-address'
import { E } from '@postrider/core/fp'
import { splitServers } from '@postrider/core/kernel/addresses/server-list'
import { parseBrokerAddress } from '@postrider/queue-rabbitmq/broker-address'
import { parsePostgresUrl } from '@postrider/storage-postgres/address'
import { parseMysqlUrl } from '@postrider/storage-sql/mysql/address'
import { optionalSetting, type SettingGroup, settingWithDefault } from '../setting.js'
import type { SettingReader } from '../setting-sources.js'
import { oneOrZero, thrownText } from '../setting-values.js'

/** The locations of data, jobs and attachments. */
export interface StorageSettings {
  /** `sqlite:<absolute path>`, `mysql://…` or `postgres://…`; one server or several. */
  readonly storageUrl: string
  /** Whether a database is used although it can lose acknowledged writes. */
  readonly allowsUnsafeStorage: boolean
  /** `embedded:`, `amqp://…` or `amqps://…`; one broker or several. */
  readonly queueUrl: string
  /** The prefix of the names of RabbitMQ's queues, so that installations can share a broker. */
  readonly queuePrefix: string
  /** An absolute path: embedded database, master key, sandbox inbox, attachments. */
  readonly dataDir: string
  /** The location of the bytes of attachments: `files:<absolute path>` or `s3://…`. */
  readonly attachmentsUrl: string
}

export const FILES_SCHEME = 'files:'

const SQLITE_SCHEME = 'sqlite:'

/** Runs a throwing parser for its complaint; the value is the text itself. */
const checkedBy =
  (parse: (text: string) => unknown) =>
  (text: string): E.Either<string, string> => {
    try {
      parse(text)
      return E.right(text)
    } catch (cause) {
      return E.left(thrownText(cause))
    }
  }

/** Parsers of server addresses, by their scheme. */
const ADDRESSES: Readonly<Record<string, (url: string) => unknown>> = {
  'mysql:': parseMysqlUrl,
  'postgres:': parsePostgresUrl,
}

/** A SQLite file is returned as `sqlite:<path>`, without the slashes of a URL. */
const storageUrl = (text: string): E.Either<string, string> => {
  const parse = ADDRESSES[text.slice(0, text.indexOf(':') + 1)]
  if (parse !== undefined) return checkedBy((servers) => splitServers(servers).urls.forEach(parse))(text)
  const path = text.replace(/^sqlite:(\/\/(?=\/))?/, '')
  if (!text.startsWith(SQLITE_SCHEME) || path === '' || path.startsWith(':') || path.includes('?'))
    return E.left(
      'must be sqlite:<path of a file>, or mysql:// or postgres:// and user:password@host:port/database',
    )
  return E.right(`${SQLITE_SCHEME}${path}`)
}

const queueUrl = (text: string): E.Either<string, string> => {
  if (text === 'embedded:') return E.right(text)
  if (!/^amqps?:\/\/[^/]/.test(text))
    return E.left('must be embedded: or amqp://user:password@host:port/vhost')
  return checkedBy(parseBrokerAddress)(text)
}

const queuePrefix = (text: string): E.Either<string, string> =>
  /^[0-9A-Za-z._-]{1,64}$/.test(text)
    ? E.right(text)
    : E.left('must be 1 to 64 letters, digits, ".", "_" and "-"')

const attachmentsUrl = (text: string): E.Either<string, string> => {
  if (text.startsWith(FILES_SCHEME)) return E.right(text)
  if (!text.startsWith('s3:')) return E.left('must be files: or s3://ACCESS_KEY:SECRET@host:port/bucket')
  return checkedBy(parseS3Address)(text)
}

const STORAGE_URL = optionalSetting({
  name: 'POSTRIDER_STORAGE_URL',
  parse: storageUrl,
  isSecret: true,
  about: `
    The database: a SQLite file (default: postrider.db in the data directory), MySQL 8.0+, MariaDB 10.6+ or PostgreSQL 14+.
    Add ?ssl=true for TLS.`,
  examples: [
    'sqlite:./.postrider/postrider.db',
    'mysql://postrider:password@127.0.0.1:3306/postrider',
    'postgres://postrider:password@127.0.0.1:5432/postrider',
  ],
  row: {
    shownDefault: '`sqlite:<data>/postrider.db`',
    meaning: 'or `mysql://user:password@host:3306/database`, `postgres://…`',
  },
  compose: { value: 'mysql://postrider:${MYSQL_PASSWORD:?set MYSQL_PASSWORD}@mysql:3306/postrider' },
})

const ALLOW_UNSAFE_STORAGE = settingWithDefault({
  name: 'POSTRIDER_ALLOW_UNSAFE_STORAGE',
  parse: oneOrZero,
  defaultText: '0',
  about: `
    1: use the database even if its settings can lose acknowledged writes, and only warn. 0 (default): readiness fails
    (docs/databases-and-brokers.md).`,
  row: { meaning: '`1` uses a database that can lose acknowledged writes, and warns' },
})

const QUEUE_URL = settingWithDefault({
  name: 'POSTRIDER_QUEUE_URL',
  parse: queueUrl,
  defaultText: 'embedded:',
  isSecret: true,
  about: `
    The queue of jobs for the dispatchers: in the database (embedded:), or RabbitMQ 3.10+.
    List the nodes of a cluster, which share user and password. The first is used until it fails, then the next.`,
  examples: ['amqp://guest:guest@127.0.0.1:5672', 'amqp://postrider:password@a:5672,b:5672,c:5672/vhost'],
  row: { meaning: 'or `amqp://user:password@host:5672,host:5672/vhost`, `amqps://…`' },
  compose: { value: 'amqp://postrider:${RABBITMQ_PASSWORD:?set RABBITMQ_PASSWORD}@rabbitmq:5672' },
})

const QUEUE_PREFIX = settingWithDefault({
  name: 'POSTRIDER_QUEUE_PREFIX',
  parse: queuePrefix,
  defaultText: 'postrider',
  about: "Prefix of the names of RabbitMQ's queues, so that several installations can share a broker.",
})

const ATTACHMENTS_URL = settingWithDefault({
  name: 'POSTRIDER_ATTACHMENTS_URL',
  parse: attachmentsUrl,
  defaultText: FILES_SCHEME,
  isSecret: true,
  about: `
    Where attachments of support tickets are stored. Either a folder, which HTTP processes on several machines must share
    (default: attachments in the data directory), or a bucket of an S3-compatible store that clients can reach. Percent-encode
    special characters of the key and the secret. Options: ?region=us-east-1&tls=false&prefix=folder/&style=host.`,
  examples: ['s3://ACCESS_KEY:SECRET@s3.example.com/bucket?region=eu-west-1'],
  row: {
    shownDefault: '`files:` in the data directory',
    meaning: 'or `s3://KEY:SECRET@host/bucket?region=…`',
  },
})

const DATA_DIR = settingWithDefault<string>({
  name: 'POSTRIDER_DATA_DIR',
  parse: E.right,
  defaultText: './.postrider',
  summary: 'embedded database, generated master key, sandbox inbox, attachments',
  compose: false,
})

/** The declarations, in the order of the documents. */
export const STORAGE_SETTINGS: readonly SettingGroup[] = [
  [STORAGE_URL, ALLOW_UNSAFE_STORAGE],
  [QUEUE_URL, QUEUE_PREFIX],
  [ATTACHMENTS_URL],
  [DATA_DIR],
]

const storageIn = (url: string, cwd: string): string => {
  const path = url.slice(SQLITE_SCHEME.length)
  return url.startsWith(SQLITE_SCHEME) && !isAbsolute(path) ? `${SQLITE_SCHEME}${resolve(cwd, path)}` : url
}

const attachmentsIn = (url: string, cwd: string, dataDir: string): string => {
  if (!url.startsWith(FILES_SCHEME)) return url
  const path = url.slice(FILES_SCHEME.length)
  return `${FILES_SCHEME}${path === '' ? join(dataDir, 'attachments') : resolve(cwd, path)}`
}

/** Reads the locations of data, jobs and attachments. Relative paths are resolved in `cwd`. */
export const readStorageSettings = ({ read }: SettingReader, cwd: string): StorageSettings => {
  const dataDir = resolve(cwd, read(DATA_DIR))
  return {
    dataDir,
    storageUrl: storageIn(read(STORAGE_URL) ?? `${SQLITE_SCHEME}${join(dataDir, 'postrider.db')}`, cwd),
    allowsUnsafeStorage: read(ALLOW_UNSAFE_STORAGE),
    queueUrl: read(QUEUE_URL),
    queuePrefix: read(QUEUE_PREFIX),
    attachmentsUrl: attachmentsIn(read(ATTACHMENTS_URL), cwd, dataDir),
  }
}
