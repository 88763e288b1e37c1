import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { newMasterKey } from '@postrider/node/auth/master-key'
import { E } from '@postrider/core/fp'
import { faultLine } from '@postrider/wiring/setting-sources'
import { parseSettings, publicUrlOf, type Settings } from '@postrider/wiring/settings'
import { consoleUrlOf, websiteUrlOf } from '@postrider/wiring/settings/site-settings'
import { freshDirectory } from '../../servers/run-directory.js'

const CWD = '/srv/app'

const settingsOf = (environment: Record<string, string>): Settings => {
  const parsed = parseSettings(environment, CWD)
  if (E.isLeft(parsed)) return expect.fail(parsed.left.map(faultLine).join('; '))
  return parsed.right
}

const linesOf = (environment: Record<string, string>): string[] => {
  const parsed = parseSettings(environment, CWD)
  return E.isLeft(parsed) ? parsed.left.map(faultLine) : []
}

const WRONG: ReadonlyArray<readonly [string, string, RegExp]> = [
  ['POSTRIDER_HTTP_PORT', 'http', /port number from 0 to 65535.*not "http"/],
  ['POSTRIDER_HTTP_PORT', '65536', /port number/],
  ['POSTRIDER_BOUNCE_PORT', '-1', /port number/],
  ['POSTRIDER_CONSOLE_URL', 'http://console.example.com', /must be https:\/\/.*only for this machine/],
  ['POSTRIDER_WEBSITE_URL', 'http://app.example.com', /must be https:\/\/.*only for this machine/],
  ['POSTRIDER_SIGN_UP', 'closed', /must be invited or open, not "closed"/],
  ['POSTRIDER_PRODUCT_NAME', 'x'.repeat(41), /name of 1 to 40 characters/],
  ['POSTRIDER_PRODUCT_NAME', 'Acme\u0007', /without quotes, backslashes or control characters/],
  ['POSTRIDER_PRODUCT_NAME', 'Acme\u202egnp', /name of 1 to 40 characters/],
  ['POSTRIDER_PRODUCT_NAME', '"Acme"', /without quotes/],
  ['POSTRIDER_SUPPORT_ADDRESS', 'http://help.example.com', /must be an email address or an https:\/\/ URL/],
  ['POSTRIDER_SUPPORT_ADDRESS', 'javascript:alert(1)', /must be an email address/],
  ['POSTRIDER_SUPPORT_ADDRESS', 'https://user:pw@help.example.com', /must be an email address/],
  ['POSTRIDER_SUPPORT_ADDRESS', 'Acme <help@example.com>', /must be an email address/],
  ['POSTRIDER_HTTP_HOST', 'http://localhost', /without scheme/],
  ['POSTRIDER_CONSOLE_HOST', 'files:', /without scheme/],
  ['POSTRIDER_METRICS_HOST', 'a b', /host name/],
  ['POSTRIDER_TRUSTED_PROXIES', 'proxy.local', /addresses or ranges.*not "proxy.local"/],
  ['POSTRIDER_TRUSTED_PROXIES', '10.0.0.0/8,10.0.0.0/33', /not "10.0.0.0\/33"/],
  ['POSTRIDER_TRUSTED_PROXIES', '010.0.0.0/8', /not "010.0.0.0\/8"/],
  ['POSTRIDER_TRUSTED_PROXIES', '10.0.0.0/8,', /not ""/],
  ['POSTRIDER_PROVIDER_NETWORKS', 'localhost', /addresses or ranges.*not "localhost"/],
  ['POSTRIDER_PROVIDER_NETWORKS', '10.0.0.0/33', /not "10.0.0.0\/33"/],
  ['POSTRIDER_WEBHOOK_NETWORKS', 'localhost', /addresses or ranges.*not "localhost"/],
  ['POSTRIDER_STORAGE_URL', 'redis://db', /must be sqlite:.* mysql:.* or postgres:/],
  ['POSTRIDER_STORAGE_URL', 'postgres://db', /postgres:\/\/user/],
  ['POSTRIDER_STORAGE_URL', 'sqlite::memory:', /sqlite:<path of a file>/],
  ['POSTRIDER_STORAGE_URL', 'mysql://db', /mysql:\/\/user/],
  ['POSTRIDER_ALLOW_UNSAFE_STORAGE', 'yes', /must be 1 or 0, not "yes"/],
  ['POSTRIDER_QUEUE_URL', 'redis://q', /must be embedded: or amqp:/],
  ['POSTRIDER_QUEUE_URL', 'amqp://', /must be embedded: or amqp:/],
  ['POSTRIDER_STORAGE_URL', 'mysql://u:p@a:3306,,b/db', /server 2 of the list must be host or host:port/],
  ['POSTRIDER_STORAGE_URL', 'postgres://u:p@a,b', /postgres:\/\/user/],
  ['POSTRIDER_STORAGE_URL', 'mysql://u:p@a,b/db?tls=on', /cannot have the parameter 'tls'/],
  ['POSTRIDER_QUEUE_URL', 'amqp://u:p@a:5672,b:99999', /server 2 of the list must be host or host:port/],
  ['POSTRIDER_QUEUE_URL', 'amqp://u:p@a,u:p@b', /one user and password, before the first server/],
  ['POSTRIDER_QUEUE_PREFIX', 'a b', /letters, digits/],
  ['POSTRIDER_ATTACHMENTS_URL', 'ftp://files', /must be files: or s3:/],
  ['POSTRIDER_ATTACHMENTS_URL', 's3://host/bucket', /s3:\/\/ACCESS_KEY:SECRET@host/],
  ['POSTRIDER_PUBLIC_URL', 'api.example.com', /must be http:\/\/ or https:\/\//],
  ['POSTRIDER_PUBLIC_URL', 'ftp://api.example.com', /must be http/],
  ['POSTRIDER_PUBLIC_URL', 'https://api.example.com/v1', /only a host and a port/],
  ['POSTRIDER_PUBLIC_URL', 'https://user:pw@api.example.com', /only a host and a port/],
  ['POSTRIDER_MASTER_KEY', 'c2hvcnQ=', /32 bytes in base64/],
  ['POSTRIDER_PREVIOUS_MASTER_KEYS', 'c2hvcnQ=', /32 bytes in base64/],
  ['POSTRIDER_MAIL_URL', 'mail.example:587', /smtp:\/\/user:password@host:587/],
  ['POSTRIDER_MAIL_FROM', 'Postrider', /one address/],
  ['POSTRIDER_EVENTS_URL', 'events.example.com', /must be an https URL/],
  ['POSTRIDER_EVENTS_URL', 'https://u:p@events.example.com', /without login/],
  ['POSTRIDER_EVENTS_SECRET', 'whsec_c2hvcnQ=', /at least 24 bytes/],
  ['POSTRIDER_LOG_LEVEL', 'loud', /one of debug, info, warn, error, silent, not "loud"/],
  ['POSTRIDER_LOG_MESSAGES', '1.5', /a share from 0 to 1, such as 0.1, not "1.5"/],
  ['POSTRIDER_LOG_MESSAGES', '-0.1', /a share from 0 to 1/],
  ['POSTRIDER_LOG_MESSAGES', '50%', /a share from 0 to 1/],
  ['POSTRIDER_IDEMPOTENCY_DAYS', '89', /at least 90/],
  ['POSTRIDER_EVENT_DAYS', '6', /at least 7/],
  ['POSTRIDER_MESSAGE_DAYS', '400', /more than POSTRIDER_IDEMPOTENCY_DAYS \(400\)/],
  ['POSTRIDER_ATTEMPT_DAYS', '89', /at least 90/],
  ['POSTRIDER_SEARCH_DAYS', '29', /at least 30/],
  ['POSTRIDER_DRAIN_PAUSE_MS', '60000', /milliseconds from 0 to 8000/],
  ['POSTRIDER_RATE_SENDS', '0', /requests per second from 1 to 1000000, not "0"/],
  ['POSTRIDER_RATE_OTP', '1000001', /requests per second from 1 to 1000000/],
  ['POSTRIDER_RATE_VERIFICATIONS', '2.5', /requests per second/],
  ['POSTRIDER_RATE_READS', '-1', /requests per second/],
]

describe('Settings', () => {
  it('have defaults that run without any server', () => {
    const settings = settingsOf({})
    expect(settings).to.include({
      dataDir: '/srv/app/.postrider',
      storageUrl: 'sqlite:/srv/app/.postrider/postrider.db',
      queueUrl: 'embedded:',
      attachmentsUrl: 'files:/srv/app/.postrider/attachments',
      publicUrl: undefined,
      httpHost: '127.0.0.1',
      httpPort: 8080,
      metricsPort: 9090,
      bouncePort: undefined,
      masterKey: undefined,
      mail: undefined,
      logLevel: 'info',
      idempotencyDays: 400,
      eventDays: 30,
    })
    expect(settings.providerNetworks).to.deep.equal([])
    expect(settings.webhookNetworks).to.deep.equal([])
    expect([...settings.given]).to.deep.equal([])
  })

  it('name a receiver of all events, with one secret or two', () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const given = { POSTRIDER_EVENTS_URL: 'https://events.example.com/all', POSTRIDER_EVENTS_SECRET: secret }
    expect(settingsOf({}).eventReceiver).to.equal(undefined)
    for (const [name, value] of Object.entries(given))
      expect(linesOf({ [name]: value }).join()).to.include('is required with')
    expect(settingsOf(given).eventReceiver).to.deep.equal({
      url: 'https://events.example.com/all',
      secrets: [secret],
      includesRecipient: false,
    })
    const both = settingsOf({
      ...given,
      POSTRIDER_EVENTS_SECRET: `${secret}, ${secret}`,
      POSTRIDER_EVENTS_RECIPIENTS: '1',
    })
    expect(both.eventReceiver).to.deep.include({ secrets: [secret, secret], includesRecipient: true })
  })

  it('name the product and its support, also in the From header of emails', () => {
    expect(settingsOf({}).product).to.deep.equal({ name: 'Postrider', supportAddress: undefined })
    const mail = { POSTRIDER_MAIL_URL: 'smtp://localhost:25', POSTRIDER_MAIL_FROM: 'no-reply@acme.example' }
    const given = { POSTRIDER_PRODUCT_NAME: ' Acme & Söhne ', POSTRIDER_SUPPORT_ADDRESS: 'help@Acme.example' }
    const settings = settingsOf({ ...given, ...mail })
    expect(settings.product).to.deep.equal({ name: 'Acme & Söhne', supportAddress: 'help@acme.example' })
    expect(settings.mail?.from).to.deep.equal({ address: 'no-reply@acme.example', name: 'Acme & Söhne' })
    const named = settingsOf({ ...given, ...mail, POSTRIDER_MAIL_FROM: 'Mail <no-reply@acme.example>' })
    expect(named.mail?.from.name).to.equal('Mail')
    const header = linesOf({ POSTRIDER_PRODUCT_NAME: 'Acme\r\nBcc: a@example.com' })
    expect(header).to.have.length(1)
    const url = settingsOf({ POSTRIDER_SUPPORT_ADDRESS: 'https://help.acme.example/a?b=1' })
    expect(url.product.supportAddress).to.equal('https://help.acme.example/a?b=1')
  })

  it('limit callers as decided, by default', () => {
    expect(settingsOf({}).rateLimits).to.deep.equal({
      sends: { perSecond: 100 },
      otp: { perSecond: 20 },
      verifications: { perSecond: 50 },
      reads: { perSecond: 50 },
      organization: { perSecond: 200 },
      control: { perSecond: 20 },
      agent: { perSecond: 10 },
    })
    const given = {
      POSTRIDER_RATE_SENDS: '1',
      POSTRIDER_RATE_OTP: '2',
      POSTRIDER_RATE_VERIFICATIONS: '3',
      POSTRIDER_RATE_READS: '1000000',
      POSTRIDER_RATE_ORGANIZATION_READS: '6',
      POSTRIDER_RATE_CONTROL: '4',
      POSTRIDER_RATE_AGENT: '5',
    }
    expect(settingsOf(given).rateLimits).to.deep.equal({
      sends: { perSecond: 1 },
      otp: { perSecond: 2 },
      verifications: { perSecond: 3 },
      reads: { perSecond: 1_000_000 },
      organization: { perSecond: 6 },
      control: { perSecond: 4 },
      agent: { perSecond: 5 },
    })
  })

  it('limit connections per address, except for loopback, proxies and listed addresses', () => {
    const loopback = ['127.0.0.0/8', '::1/128']
    expect(settingsOf({})).to.deep.include({ connectionsPerAddress: 256, connectionsExempt: loopback })
    const behindProxy = settingsOf({ POSTRIDER_TRUSTED_PROXIES: '10.0.0.0/8' })
    expect(behindProxy.connectionsExempt).to.deep.equal([...loopback, '10.0.0.0/8'])
    const named = { POSTRIDER_CONNECTIONS_PER_ADDRESS: '20', POSTRIDER_CONNECTIONS_EXEMPT: '192.0.2.1' }
    expect(settingsOf(named)).to.deep.include({
      connectionsPerAddress: 20,
      connectionsExempt: ['192.0.2.1/32'],
    })
    expect(settingsOf({ POSTRIDER_CONNECTIONS_EXEMPT: 'none' }).connectionsExempt).to.deep.equal([])
    const wrong = { POSTRIDER_CONNECTIONS_PER_ADDRESS: '0', POSTRIDER_CONNECTIONS_EXEMPT: 'nobody' }
    expect(linesOf(wrong)).to.have.length(2)
  })

  it('keep idle connections longer than load balancers do, or as long as set', () => {
    expect(settingsOf({}).keepAliveMs).to.equal(75_000)
    expect(settingsOf({ POSTRIDER_KEEP_ALIVE_SECONDS: '120' }).keepAliveMs).to.equal(120_000)
    expect(linesOf({ POSTRIDER_KEEP_ALIVE_SECONDS: '0' })).to.have.length(1)
  })

  it('turn the API page on or off', () => {
    expect([settingsOf({}).docs, settingsOf({ POSTRIDER_DOCS: 'off' }).docs]).to.deep.equal([true, false])
    expect(linesOf({ POSTRIDER_DOCS: 'no' })).to.deep.equal(['POSTRIDER_DOCS: must be on or off, not "no"'])
  })

  it('turn tools for Agents on only if set', () => {
    expect([settingsOf({}).mcp, settingsOf({ POSTRIDER_MCP: 'on' }).mcp]).to.deep.equal([false, true])
  })

  it('allow sign-ups only for invited people, or for everybody', () => {
    expect([settingsOf({}).signUp, settingsOf({ POSTRIDER_SIGN_UP: 'open' }).signUp]).to.deep.equal([
      'invited',
      'open',
    ])
  })

  it('trust no proxy, or the listed addresses and ranges', () => {
    expect(settingsOf({}).trustedProxies).to.deep.equal([])
    const given = { POSTRIDER_TRUSTED_PROXIES: '10.1.2.3/8, fd00::1/8,192.0.2.1 ,::ffff:172.16.0.0/108' }
    expect(settingsOf(given).trustedProxies).to.deep.equal([
      '10.0.0.0/8',
      'fd00::/8',
      '192.0.2.1/32',
      '172.16.0.0/12',
    ])
  })

  it('match .env.example', () => {
    const text = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8')
    const shown = [...text.matchAll(/^#?(POSTRIDER_[A-Z_]+)=/gm)].map(([, name = '']) => [name, ''])
    expect(shown.length).to.be.greaterThan(15)
    expect(settingsOf(Object.fromEntries(shown) as Record<string, string>).unknown).to.deep.equal([])
  })

  it('treat an empty value as unset', () => {
    expect(settingsOf({ POSTRIDER_HTTP_PORT: '', POSTRIDER_MASTER_KEY: ' ' })).to.include({ httpPort: 8080 })
  })

  it('refuse unsafe storage unless it is allowed', () => {
    expect(settingsOf({})).to.include({ allowsUnsafeStorage: false })
    expect(settingsOf({ POSTRIDER_ALLOW_UNSAFE_STORAGE: '0' })).to.include({ allowsUnsafeStorage: false })
    expect(settingsOf({ POSTRIDER_ALLOW_UNSAFE_STORAGE: '1' })).to.include({ allowsUnsafeStorage: true })
  })

  it('record which were set', () => {
    expect([...settingsOf({ POSTRIDER_HTTP_PORT: '8080' }).given]).to.deep.equal(['POSTRIDER_HTTP_PORT'])
  })

  for (const [name, value, sentence] of WRONG) {
    it(`name ${name} when it is ${value}`, () => {
      // Without a key, MySQL's own error would appear.
      const key = name === 'POSTRIDER_MASTER_KEY' ? {} : { POSTRIDER_MASTER_KEY: newMasterKey() }
      const lines = linesOf({ ...key, [name]: value })
      expect(lines).to.have.length(1)
      expect(lines[0])
        .to.match(new RegExp(`^${name}: `))
        .and.match(sentence)
    })
  }

  it('report all problems at once', () => {
    const lines = linesOf({ POSTRIDER_HTTP_PORT: 'x', POSTRIDER_LOG_LEVEL: 'y', POSTRIDER_QUEUE_URL: 'z' })
    expect(lines).to.have.length(3)
  })

  it('never repeat a secret', () => {
    const text = linesOf({
      POSTRIDER_MASTER_KEY: 'hunter2',
      POSTRIDER_STORAGE_URL: 'mysql://root:hunter2@db',
      POSTRIDER_QUEUE_URL: 'http://user:hunter2@q',
      POSTRIDER_MAIL_URL: 'smtp://post:hunter2@mail.example/path',
      POSTRIDER_ATTACHMENTS_URL: 's3://key:hunter2@host/BUCKET',
    }).join('\n')
    expect(text).to.not.include('hunter2')
  })

  it('list the networks of provider accounts in canonical form', () => {
    const { providerNetworks } = settingsOf({ POSTRIDER_PROVIDER_NETWORKS: '10.20.1.1/16, ::1' })
    expect(providerNetworks).to.deep.equal(['10.20.0.0/16', '::1/128'])
  })

  it('require a master key with every engine except SQLite, and name the one that is set', () => {
    for (const [address, engine] of [
      ['mysql://u:p@db:3306/postrider', 'MySQL'],
      ['postgres://u:p@db:5432/postrider', 'PostgreSQL'],
    ] as const) {
      const lines = linesOf({ POSTRIDER_STORAGE_URL: address })
      expect(lines).to.have.length(1)
      expect(lines[0]).to.match(new RegExp(`^POSTRIDER_MASTER_KEY: is required with ${engine}:`))
    }
  })

  it('require mail server and sender address together', () => {
    const url = { POSTRIDER_MAIL_URL: 'smtp://post:hunter2@mail.example' }
    expect(
      settingsOf({ ...url, POSTRIDER_MAIL_FROM: 'Postrider <no-reply@post.example>' }).mail,
    ).to.deep.equal({
      server: {
        host: 'mail.example',
        port: 587,
        tls: 'starttls',
        login: { user: 'post', password: 'hunter2' },
      },
      from: { address: 'no-reply@post.example', name: 'Postrider' },
    })
    expect(settingsOf({ POSTRIDER_MAIL_FROM: 'no-reply@post.example' }).mail).to.equal(undefined)
    const lines = linesOf(url)
    expect(lines).to.have.length(1)
    expect(lines[0]).to.match(/^POSTRIDER_MAIL_FROM: is required with POSTRIDER_MAIL_URL/)
    expect(linesOf({ ...url, POSTRIDER_MAIL_FROM: 'nobody' })).to.have.length(1)
  })

  it('read the address of the mail server from a file', async () => {
    const file = join(await freshDirectory('settings'), 'mail-url')
    writeFileSync(file, 'smtps://post:hunter2@mail.example\n')
    const { mail } = settingsOf({ POSTRIDER_MAIL_URL_FILE: file, POSTRIDER_MAIL_FROM: 'a@post.example' })
    expect(mail?.server).to.include({ host: 'mail.example', port: 465, tls: 'implicit' })
  })

  it('read a secret from a file', async () => {
    const directory = await freshDirectory('settings')
    const key = newMasterKey()
    writeFileSync(join(directory, 'key'), `${key}\n`)
    expect(settingsOf({ POSTRIDER_MASTER_KEY_FILE: join(directory, 'key') }).masterKey).to.equal(key)
    expect(linesOf({ POSTRIDER_MASTER_KEY_FILE: join(directory, 'absent') })[0]).to.match(
      /^POSTRIDER_MASTER_KEY_FILE: the file cannot be read \(ENOENT\)/,
    )
    expect(
      linesOf({ POSTRIDER_MASTER_KEY_FILE: join(directory, 'key'), POSTRIDER_MASTER_KEY: key })[0],
    ).to.match(/^POSTRIDER_MASTER_KEY_FILE: cannot be set together with POSTRIDER_MASTER_KEY/)
  })

  it('name unused settings, except those that tests use', () => {
    const { unknown } = settingsOf({ POSTRIDER_STORAGE_ULR: 'x', POSTRIDER_TEST_DIR: 'y', OTHER: 'z' })
    expect(unknown).to.deep.equal(['POSTRIDER_STORAGE_ULR'])
  })

  it('resolve an attachment folder against the working directory, and keep a bucket unchanged', () => {
    const at = (url: string) => settingsOf({ POSTRIDER_ATTACHMENTS_URL: url }).attachmentsUrl
    expect(at('files:')).to.equal('files:/srv/app/.postrider/attachments')
    expect(at('files:shared/files')).to.equal('files:/srv/app/shared/files')
    expect(at('files:/mnt/files')).to.equal('files:/mnt/files')
    expect(at('s3://k:s@host/bucket?tls=false')).to.equal('s3://k:s@host/bucket?tls=false')
  })

  it('define the public URL of the API: by default its listen address', () => {
    expect(publicUrlOf(settingsOf({}))).to.equal('http://127.0.0.1:8080')
    expect(consoleUrlOf(settingsOf({}))).to.equal('http://127.0.0.1:8081')
    expect(consoleUrlOf(settingsOf({ POSTRIDER_CONSOLE_HOST: '0.0.0.0' }))).to.equal('http://localhost:8081')
    const console = {
      POSTRIDER_CONSOLE_HOST: '10.0.0.5',
      POSTRIDER_CONSOLE_URL: 'https://console.example.com/',
    }
    expect(consoleUrlOf(settingsOf(console))).to.equal('https://console.example.com')
    expect(websiteUrlOf(settingsOf({}))).to.equal('http://127.0.0.1:8082')
    const website = { POSTRIDER_WEBSITE_URL: 'https://app.example.com/' }
    expect(websiteUrlOf(settingsOf(website))).to.equal('https://app.example.com')
    expect(publicUrlOf(settingsOf({ POSTRIDER_HTTP_HOST: '::1' }))).to.equal('http://[::1]:8080')
    const given = { POSTRIDER_PUBLIC_URL: 'https://api.example.com/' }
    expect(publicUrlOf(settingsOf(given))).to.equal('https://api.example.com')
  })

  it('accept several servers in one address', () => {
    const addresses = {
      POSTRIDER_QUEUE_URL: 'amqps://u:p@a,[::1]:5673/v',
      POSTRIDER_MASTER_KEY: newMasterKey(),
    }
    for (const storageUrl of ['mysql://u:p@a:3306,b:3306/db?ssl=true', 'postgres://u:p@a,b:5433,c/db'])
      expect(settingsOf({ ...addresses, POSTRIDER_STORAGE_URL: storageUrl })).to.include({
        storageUrl,
        queueUrl: addresses.POSTRIDER_QUEUE_URL,
      })
  })

  it('resolve a SQLite path against the working directory', () => {
    expect(settingsOf({ POSTRIDER_STORAGE_URL: 'sqlite:./a/b.db' }).storageUrl).to.equal(
      'sqlite:/srv/app/a/b.db',
    )
    expect(settingsOf({ POSTRIDER_STORAGE_URL: 'sqlite:///var/b.db' }).storageUrl).to.equal(
      'sqlite:/var/b.db',
    )
  })
})
