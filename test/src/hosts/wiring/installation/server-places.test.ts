import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { brokerCommands } from '@postrider/wiring/installation/broker-commands'
import { databaseSql } from '@postrider/wiring/installation/database-sql'

const linesOf = (lines: E.Either<string, readonly string[]>): readonly string[] =>
  E.isRight(lines) ? lines.right.slice(1) : expect.fail(lines.left)

describe('The SQL for a new installation', () => {
  it('creates a database and its user, for all addresses of the machine', () => {
    expect(linesOf(databaseSql('mysql://post:s3cret@127.0.0.1:3306/post_rider'))).to.deep.equal([
      'CREATE DATABASE IF NOT EXISTS `post_rider` CHARACTER SET utf8mb4;',
      "CREATE USER IF NOT EXISTS 'post'@'localhost' IDENTIFIED BY 's3cret';",
      "CREATE USER IF NOT EXISTS 'post'@'127.0.0.1' IDENTIFIED BY 's3cret';",
      "CREATE USER IF NOT EXISTS 'post'@'::1' IDENTIFIED BY 's3cret';",
      String.raw`GRANT ALL PRIVILEGES ON ${'`post\\_rider`'}.* TO 'post'@'localhost';`,
      String.raw`GRANT ALL PRIVILEGES ON ${'`post\\_rider`'}.* TO 'post'@'127.0.0.1';`,
      String.raw`GRANT ALL PRIVILEGES ON ${'`post\\_rider`'}.* TO 'post'@'::1';`,
    ])
    const away = linesOf(databaseSql('mysql://post:s3cret@db.example:3306/postrider'))
    expect(away.filter((line) => line.includes("'post'@'%'"))).to.have.length(2)
  })

  it('quotes everything that an address can contain', () => {
    const sql = linesOf(databaseSql('mysql://o%27hara:a%5C%27b@db.example/p%60q'))
    expect(sql[0]).to.equal('CREATE DATABASE IF NOT EXISTS `p``q` CHARACTER SET utf8mb4;')
    expect(sql[1]).to.equal(String.raw`CREATE USER IF NOT EXISTS 'o''hara'@'%' IDENTIFIED BY 'a\\''b';`)
    const commands = linesOf(brokerCommands('amqp://o%27hara:a%27b@q.example/my%20host'))
    expect(commands.at(-1)).to.equal(
      String.raw`rabbitmqctl -q set_permissions -p 'my host' 'o'\''hara' '.*' '.*' '.*' < /dev/null`,
    )
    expect(commands.join('\n')).to.include(String.raw`printf '%s\n' 'a'\''b' | rabbitmqctl -q add_user`)
  })

  it('creates a RabbitMQ user, and a virtual host if the address names one', () => {
    const commands = linesOf(brokerCommands('amqp://post:s3cret@127.0.0.1:5672'))
    expect(commands.join('\n')).to.not.include('add_vhost')
    expect(commands.at(-1)).to.include(`-p '/' 'post'`)
    expect(linesOf(brokerCommands('amqps://post:s3cret@q.example/mine')).join('\n')).to.include(
      `add_vhost 'mine'`,
    )
  })

  it('runs on one of several servers, for users from all addresses', () => {
    const sql = linesOf(databaseSql('mysql://post:s3cret@127.0.0.1:3306,db.example/postrider'))
    expect(sql[0]).to.match(/^-- Run it on the server that takes writes/)
    expect(sql.join('\n')).to.include("CREATE USER IF NOT EXISTS 'post'@'%' IDENTIFIED BY 's3cret'")
    const here = linesOf(databaseSql('mysql://post:s3cret@127.0.0.1:3306,127.0.0.1:3307/postrider'))
    expect(here.join('\n')).not.to.include("'%'")
    expect(here.at(-1)).to.equal(
      "/*!80011 GRANT SELECT ON performance_schema.replication_group_members TO 'post'@'::1' */;",
    )
    const postgres = linesOf(databaseSql('postgres://post:s3cret@a,b:5433/postrider'))
    expect(postgres[0]).to.match(/^-- Run it on the server that takes writes/)
    expect(postgres.join('\n')).to.include('CREATE DATABASE "postrider" OWNER "post"')
    const commands = linesOf(brokerCommands('amqp://post:s3cret@a:5672,b:5672/mine'))
    expect(commands[0]).to.match(/^# Run it on one node/)
    expect(commands.at(-1)).to.include("-p 'mine' 'post'")
  })

  it('is empty if the address has no server or no user to create', () => {
    const refused = [
      databaseSql('sqlite:/srv/postrider.db'),
      databaseSql('postgres://postgres:pw@db.example/postrider'),
      databaseSql('mysql://root:pw@db.example/postrider'),
      databaseSql('mysql://post@db.example/postrider'),
      brokerCommands('embedded:'),
      brokerCommands('amqp://q.example'),
    ]
    for (const one of refused)
      expect(E.isLeft(one) && one.left).to.match(/^POSTRIDER_\w+_URL (names no|must name)/)
  })
})
