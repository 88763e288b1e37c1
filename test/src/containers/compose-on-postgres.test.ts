import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { parseSettings } from '@postrider/wiring/settings'
import { freshDirectory } from '../servers/run-directory.js'
import { environmentOf, makeEnv, readCompose, readComposeOnPostgres, variablesIn } from './compose-file.js'

const below = readCompose().services
const compose = readComposeOnPostgres()
const { mysql, postgres, ...others } = compose.services
const OURS = Object.entries(others).filter(([, { build }]) => build !== undefined)

describe('deploy/compose.postgres.yaml', () => {
  it('starts with the secrets that its header creates, for commands that name no file', async () => {
    const folder = await freshDirectory('compose')
    makeEnv(compose, folder)
    expect(statSync(join(folder, '.env')).mode & 0o777).to.equal(0o600)
    expect(() => makeEnv(compose, folder)).to.throw()
    const variables = variablesIn(folder)
    expect(variables['COMPOSE_FILE']).to.equal('compose.yaml:deploy/compose.postgres.yaml')
    expect(OURS.map(([name]) => name)).to.deep.equal(['migrate', 'http', 'console', 'website', 'dispatcher'])
    for (const [name, service] of OURS) {
      const settings = parseSettings(environmentOf(service, variables))
      if (E.isLeft(settings)) expect.fail(`${name}: ${JSON.stringify(settings.left)}`)
      expect(settings.right.unknown).to.deep.equal([])
      expect(settings.right.storageUrl).to.match(
        /^postgres:\/\/postrider:[0-9a-f]{32}@postgres:5432\/postrider$/,
      )
    }
    for (const [name, service] of Object.entries(compose.services))
      expect(() => environmentOf(service, variables), name).not.to.throw()
    expect(() => environmentOf(others['http'] ?? {}, { ...variables, POSTGRES_PASSWORD: '' })).to.throw(
      'POSTGRES_PASSWORD: set POSTGRES_PASSWORD',
    )
  })

  it('changes only the database', () => {
    for (const [name, service] of Object.entries(others)) {
      const storage = below[name]?.environment?.['POSTRIDER_STORAGE_URL']
      const same = storage === undefined ? {} : { POSTRIDER_STORAGE_URL: storage }
      const environment = { ...service.environment, ...same }
      const { depends_on } = below[name] ?? {}
      expect({ ...service, environment, depends_on }, name).to.deep.equal({ ...below[name], depends_on })
    }
    expect(mysql).to.deep.equal({ ...below['mysql'], profiles: ['mysql'] })
    expect(others['migrate']?.depends_on).to.deep.equal({
      mysql: { condition: 'service_healthy', required: false },
      postgres: { condition: 'service_healthy' },
    })
  })

  it('has a database that flushes, restarts, has a health check, and accepts no outside connections', () => {
    expect(postgres?.image).to.match(/^postgres:\d+\.\d+$/)
    expect(postgres?.ports).to.equal(undefined)
    expect(postgres?.command).to.include.members(['fsync=on', 'full_page_writes=on', 'synchronous_commit=on'])
    expect(postgres?.restart).to.equal('unless-stopped')
    expect(postgres?.healthcheck?.test).to.include('pg_isready')
    expect(postgres?.logging?.options).to.have.all.keys('max-size', 'max-file')
    expect(postgres?.volumes).to.deep.equal(['postgres:/var/lib/postgresql/data'])
    expect(compose.volumes).to.have.all.keys('mysql', 'rabbitmq', 'data', 'postgres')
  })
})
