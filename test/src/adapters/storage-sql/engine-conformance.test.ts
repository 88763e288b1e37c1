import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describeSqlEngine } from '@postrider/conformance/sql-engine'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import { freshDirectory } from '../../servers/run-directory.js'
import { createDatabase } from '../../servers/test-database.js'
import { type EmptyDatabase, engineOpener } from './engine-opener.js'

const createFile = async (): Promise<EmptyDatabase> => {
  const directory = await freshDirectory('engine')
  const remove = () => rm(directory, { recursive: true, force: true })
  return { url: `sqlite:${join(directory, 'postrider.db')}`, remove }
}

const createOnMariadb = async (): Promise<EmptyDatabase> => {
  const { url, drop } = await createDatabase()
  return { url, remove: drop }
}

describeSqlEngine('SQLite', engineOpener(createFile, sqliteEngine))
describeSqlEngine(
  'MariaDB',
  engineOpener(createOnMariadb, (url) => mysqlEngine(url, {})),
)
