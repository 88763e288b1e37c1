import { connect } from 'amqplib'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import pg from 'pg'

/** A server's own name and version, for example `MySQL` and `9.7.4`. */
export interface ServerVersion {
  readonly name: string
  readonly version: string
}

const numberIn = (text: string): string => /\d+(?:\.\d+)*/.exec(text)?.[0] ?? text

const mysqlVersion = async (url: string): Promise<ServerVersion> => {
  const connection = await createConnection(url)
  const [rows] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version')
  await connection.end()
  const version = String(rows[0]?.['version'])
  return { name: version.includes('MariaDB') ? 'MariaDB' : 'MySQL', version: numberIn(version) }
}

const postgresVersion = async (url: string): Promise<ServerVersion> => {
  const address = new URL(url)
  address.pathname = '/postgres'
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  await client.end()
  return { name: 'PostgreSQL', version: numberIn(rows[0]?.server_version ?? '') }
}

const rabbitmqVersion = async (url: string): Promise<ServerVersion> => {
  const connection = await connect(url)
  const { version } = connection.connection.serverProperties
  await connection.close()
  return { name: 'RabbitMQ', version: numberIn(version) }
}

/** The server at an address. */
export const serverVersion = (url: string): Promise<ServerVersion> => {
  if (url.startsWith('mysql:')) return mysqlVersion(url)
  return url.startsWith('postgres:') ? postgresVersion(url) : rabbitmqVersion(url)
}
