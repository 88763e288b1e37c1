import { randomUUID } from 'node:crypto'
import postgres from 'postgres'

/** Where a PostgreSQL is that may be filled with databases of tests. */
const { POSTGRES_URL = 'postgres://postgres@127.0.0.1:5432' } = process.env

const administer = async (text: string): Promise<void> => {
  const sql = postgres(`${POSTGRES_URL}/postgres`, { max: 1, onnotice: () => undefined })
  await sql.unsafe(text)
  await sql.end()
}

export interface OwnDatabase {
  readonly name: string
  readonly url: string
  drop(): Promise<void>
}

/** An empty database, or a copy of another one. */
export const createDatabase = async (template = 'template0'): Promise<OwnDatabase> => {
  const name = `example_${randomUUID().replaceAll('-', '')}`
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  return {
    name,
    url: `${POSTGRES_URL}/${name}`,
    drop: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}
