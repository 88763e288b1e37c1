import { splitServers } from '@postrider/core/kernel/addresses/server-list'
import { E } from '@postrider/core/fp'
import { parsePostgresUrl } from '@postrider/storage-postgres/address'
import { parseMysqlUrl } from '@postrider/storage-sql/mysql/address'

/** The names of a local client for the server, whether or not it resolves names. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1']

const isLoopback = (host: string): boolean => LOOPBACK.includes(host) || host.startsWith('127.')

const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const name = (value: string): string => `\`${value.replaceAll('`', '``')}\``

/** In a grant, `_` and `%` in a database's name are wildcards. */
const granted = (database: string): string => name(database.replaceAll(/[_%]/g, String.raw`\$&`))

const quotedName = (value: string): string => `"${value.replaceAll('"', '""')}"`

const quotedText = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** Creates an object in psql if it doesn't exist. */
const unlessThere = (making: string, found: string): string =>
  `SELECT ${quotedText(making)} WHERE NOT EXISTS (${found}) \\gexec`

/** A line for addresses with several servers: the others replicate the change. */
const onWhichServer = (storageUrl: string): readonly string[] =>
  splitServers(storageUrl).urls.length > 1
    ? ['-- Run it on the server that takes writes; replicas get it from there.']
    : []

const postgresSql = (storageUrl: string): E.Either<string, readonly string[]> => {
  const { user, password, database } = parsePostgresUrl(splitServers(storageUrl).urls[0])
  if (user === 'postgres' || password === '')
    return E.left(
      'POSTRIDER_STORAGE_URL must name a user other than postgres, and a password to be given to it',
    )
  const login = `CREATE ROLE ${quotedName(user)} LOGIN PASSWORD ${quotedText(password)}`
  const own = `CREATE DATABASE ${quotedName(database)} OWNER ${quotedName(user)} TEMPLATE template0 ENCODING 'UTF8'`
  return E.right([
    '-- For somebody who may create databases and users. What is there already is left as it is, passwords too.',
    ...onWhichServer(storageUrl),
    unlessThere(login, `SELECT FROM pg_roles WHERE rolname = ${quotedText(user)}`),
    unlessThere(own, `SELECT FROM pg_database WHERE datname = ${quotedText(database)}`),
  ])
}

/**
 * Lets the user see whether a server has lost the majority of its group, so that a process switches servers.
 * MariaDB has no such groups and reads the statement as a comment.
 */
const groupGrant = (user: string): string =>
  `/*!80011 GRANT SELECT ON performance_schema.replication_group_members TO ${user} */;`

/**
 * The SQL that creates the database and the user of an address, for a person with the privileges. Existing
 * ones aren't changed, so it may be run again. Left: the address names no server, or no user.
 */
export const databaseSql = (storageUrl: string): E.Either<string, readonly string[]> => {
  if (storageUrl.startsWith('postgres:')) return postgresSql(storageUrl)
  if (!storageUrl.startsWith('mysql:'))
    return E.left('POSTRIDER_STORAGE_URL names no server: a database in a file needs no SQL')
  const servers = splitServers(storageUrl).urls
  const { user = '', password = '', database = '' } = parseMysqlUrl(servers[0])
  if (user === 'root' || password === '')
    return E.left('POSTRIDER_STORAGE_URL must name a user other than root, and a password to be given to it')
  const isHere = servers.every((server) => isLoopback(parseMysqlUrl(server).host ?? ''))
  const users = (isHere ? LOOPBACK : ['%']).map((from) => `${text(user)}@${text(from)}`)
  return E.right([
    '-- For somebody who may create databases and users. What is there already is left as it is, passwords too.',
    ...onWhichServer(storageUrl),
    `CREATE DATABASE IF NOT EXISTS ${name(database)} CHARACTER SET utf8mb4;`,
    ...users.map((one) => `CREATE USER IF NOT EXISTS ${one} IDENTIFIED BY ${text(password)};`),
    ...users.map((one) => `GRANT ALL PRIVILEGES ON ${granted(database)}.* TO ${one};`),
    ...(servers.length > 1 ? users.map(groupGrant) : []),
  ])
}
