import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { parseSettings } from '@postrider/wiring/settings'
import { freshDirectory } from '../servers/run-directory.js'
import { type ContainerSpec, environmentOf, makeEnv, readCompose, variablesIn } from './compose-file.js'
import { readStages } from './image-plan.js'
import { settingsThatExist } from './settings-that-exist.js'

/** The settings that the image sets itself: its address, its folder, and what it was built from. */
const OF_THE_IMAGE = new Set([
  'POSTRIDER_DATA_DIR',
  'POSTRIDER_HTTP_HOST',
  'POSTRIDER_HTTP_PORT',
  'POSTRIDER_CONSOLE_HOST',
  'POSTRIDER_CONSOLE_PORT',
  'POSTRIDER_WEBSITE_HOST',
  'POSTRIDER_WEBSITE_PORT',
  'POSTRIDER_METRICS_HOST',
  'POSTRIDER_METRICS_PORT',
  'POSTRIDER_BOUNCE_HOST',
  'POSTRIDER_COMMIT',
  'POSTRIDER_BUILT_AT',
])

const OURS = ['migrate', 'http', 'console', 'dispatcher'] as const
const HOSTS = ['http', 'console', 'dispatcher'] as const

const compose = readCompose()

const service = (name: string): ContainerSpec => {
  const found = compose.services[name]
  if (found === undefined) throw new Error(`compose.yaml has no service ${name}`)
  return found
}

const everybody = Object.entries(compose.services)

describe('compose.yaml', () => {
  it('passes every existing setting, and no other', () => {
    const exist = settingsThatExist()
    const plain = [...exist].filter((name) => !name.endsWith('_FILE'))
    const wanted = plain.filter((name) => !OF_THE_IMAGE.has(name)).sort()
    for (const name of OURS) {
      const passed = Object.keys(service(name).environment ?? {})
      expect(passed.filter((one) => one.startsWith('POSTRIDER_')).sort(), name).to.deep.equal(wanted)
      expect(
        passed.filter((one) => !exist.has(one)),
        name,
      ).to.deep.equal([])
    }
  })

  it('starts with the secrets that its header creates, and never creates them again', async () => {
    const folder = await freshDirectory('compose')
    makeEnv(compose, folder)
    const made = readFileSync(join(folder, '.env'), 'utf8')
    expect(statSync(join(folder, '.env')).mode & 0o777).to.equal(0o600)
    expect(() => makeEnv(compose, folder)).to.throw()
    expect(readFileSync(join(folder, '.env'), 'utf8')).to.equal(made)
    for (const name of OURS) {
      const settings = parseSettings(environmentOf(service(name), variablesIn(folder)))
      if (E.isLeft(settings)) expect.fail(JSON.stringify(settings.left))
      expect(settings.right.unknown).to.deep.equal([])
      expect(settings.right.storageUrl).to.match(/^mysql:\/\/postrider:[0-9a-f]{32}@mysql:3306\/postrider$/)
      expect(settings.right.publicUrl).to.equal('http://localhost:8080')
      expect(settings.right.consoleUrl).to.equal('http://localhost:8081')
      expect(settings.right.websiteUrl).to.equal('http://localhost:8082')
    }
  })

  it('names a missing secret, and has none of its own', () => {
    for (const missing of ['MYSQL_PASSWORD', 'RABBITMQ_PASSWORD', 'POSTRIDER_MASTER_KEY']) {
      const given = { MYSQL_PASSWORD: 'a', RABBITMQ_PASSWORD: 'b', POSTRIDER_MASTER_KEY: 'c', [missing]: '' }
      expect(() => environmentOf(service('http'), given), missing).to.throw(`${missing}: set ${missing}`)
    }
    for (const [name, { environment = {} }] of everybody)
      for (const [key, value] of Object.entries(environment)) {
        const isSecret = /PASS|KEY|SECRET|TOKEN/.test(key) && !key.includes('RANDOM')
        if (isSecret) expect(value, `${name} ${key}`).to.match(/^\$\{\w+:[?-][^}]*\}$/)
        expect(value, `${name} ${key}`).not.to.match(/:\/\/\w+:(?!\$\{)[^@/]*@/)
        expect(value, `${name} ${key}`).not.to.match(/(PASS|KEY)\w*:-[^}]/)
      }
  })

  it('publishes only the API and the console, on loopback', () => {
    const published = everybody.flatMap(([, { ports = [] }]) => ports)
    expect(published).to.deep.equal(['127.0.0.1:8080:8080', '127.0.0.1:8081:8081', '127.0.0.1:8082:8082'])
  })

  it("names every image with an exact version, its own with the repository's", () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
    ) as { version: string }
    for (const name of OURS) expect(service(name).image).to.equal(`postrider:${version}`)
    const bases = readStages().map(({ base }) => base)
    const foreign = everybody.flatMap(([name, { image = '' }]) =>
      OURS.some((one) => one === name) ? [] : [image],
    )
    for (const image of [...foreign, ...bases.filter((base) => base.includes(':'))])
      expect(image).to.match(/^[\w./-]+:\d+\.\d+\.\d+(-[\w.-]+)?(@sha256:[0-9a-f]{64})?$/)
  })

  it('passes on the commit and the time of the build', () => {
    for (const name of OURS)
      expect(service(name).build).to.deep.equal({
        context: '.',
        args: { COMMIT: '${COMMIT:-}', BUILT_AT: '${BUILT_AT:-}' },
      })
  })

  it('gives all processes one persistent folder, and no other that they can write to', () => {
    for (const name of OURS) {
      const { volumes, tmpfs, read_only, cap_drop, security_opt, privileged } = service(name)
      expect(volumes, name).to.deep.equal(['data:/var/lib/postrider'])
      expect(tmpfs, name).to.deep.equal(['/tmp'])
      expect({ read_only, cap_drop, security_opt, privileged }, name).to.deep.equal({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        privileged: undefined,
      })
    }
    const mounted = everybody.flatMap(([, { volumes = [] }]) => volumes.map((one) => one.replace(/:.*/, '')))
    expect([...new Set(mounted)].sort()).to.deep.equal(Object.keys(compose.volumes).sort())
  })

  it('checks the health of all long-running services, and starts each after its dependencies', () => {
    for (const name of ['mysql', 'rabbitmq'])
      expect(service(name).healthcheck?.test, name).not.to.equal(undefined)
    for (const name of HOSTS) expect(service(name).healthcheck, `${name}: the image's`).to.equal(undefined)
    expect(service('migrate').depends_on).to.deep.equal({ mysql: { condition: 'service_healthy' } })
    const migrated = { migrate: { condition: 'service_completed_successfully' } }
    expect(service('http').depends_on).to.deep.equal(migrated)
    expect(service('dispatcher').depends_on).to.deep.equal({
      ...migrated,
      rabbitmq: { condition: 'service_healthy' },
    })
  })

  it('restarts what ends by itself, waits for a drain, and limits the size of logs', () => {
    for (const [name, { restart, logging }] of everybody) {
      expect(restart, name).to.equal(name === 'migrate' ? 'no' : 'unless-stopped')
      expect(logging?.options, name).to.have.all.keys('max-size', 'max-file')
    }
    for (const name of HOSTS) {
      expect(service(name).init, name).to.equal(true)
      expect(parseInt(service(name).stop_grace_period ?? '0', 10), name).to.be.greaterThan(20)
    }
  })
})
