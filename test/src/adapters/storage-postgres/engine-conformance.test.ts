import { describeSqlEngine } from '@postrider/conformance/sql-engine'
import { postgresEngine } from '@postrider/storage-postgres/postgres-engine'
import { createPostgresDatabase } from '../../servers/postgres-database.js'
import { engineOpener } from '../storage-sql/engine-opener.js'

const create = async () => {
  const { url, drop } = await createPostgresDatabase()
  return { url, remove: drop }
}

describeSqlEngine(
  'PostgreSQL',
  engineOpener(create, (url) => postgresEngine(url)),
)
