import { openStorage } from '@postrider/storage-sql/sql-storage'
import { expect } from 'chai'

const problemOf = async (url: string): Promise<string> => {
  const error = await openStorage(url).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error, url).to.be.instanceOf(Error)
  return (error as Error).message
}

describe('A database address', () => {
  it('that is invalid is refused in one sentence', async () => {
    expect(await problemOf('')).to.equal('a database address must start with sqlite: or mysql:')
    expect(await problemOf('postgres://localhost/x')).to.equal(
      'a database address must start with sqlite: or mysql:',
    )
    const form =
      /^a MySQL address must be mysql:\/\/user:password@host:port\/database; in a password write .* % as %25$/
    for (const url of ['mysql:', 'mysql://', 'mysql://localhost', 'mysql://localhost/', 'mysql://a:b@h:x/d'])
      expect(await problemOf(url)).to.match(form)
    for (const password of ['p%zz', 'p/ss', 'p?ss', 'p#ss'])
      expect(await problemOf(`mysql://a:${password}@h/d`), password).to.match(form)
    for (const url of ['sqlite:', 'sqlite::memory:', 'sqlite:x.db?mode=ro'])
      expect(await problemOf(url)).to.match(/^a SQLite address must be sqlite:<path of a file>/)
  })

  it('with an unknown parameter is refused, not read in part', async () => {
    expect(await problemOf('mysql://root@localhost/x?sslmode=require')).to.include("'sslmode'")
    expect(await problemOf('mysql://root@localhost/x?ssl=maybe')).to.include('true, false or any-name')
  })

  it("below something that isn't a folder is refused with the reason", async () => {
    expect(await problemOf('sqlite:/dev/null/x/postrider.db')).to.match(
      /^cannot create the folder of the SQLite file /,
    )
  })

  it('never shows its password in a problem', async () => {
    expect(await problemOf('mysql://root:hunter2@localhost/x?a=b')).to.not.include('hunter2')
  })
})
