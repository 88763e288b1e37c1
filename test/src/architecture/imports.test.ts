import { expect } from 'chai'
import { importViolations, type Package } from './import-rules.js'
import { computedSpecifier, readImports } from './read-imports.js'
import { readPackages } from './read-packages.js'
import { packageSources } from './source-files.js'

const packages: Package[] = [
  { folder: 'core', name: '@postrider/core', dependencies: ['fp-ts', 'io-ts'] },
  { folder: 'contracts', name: '@postrider/contracts', dependencies: ['@postrider/core', 'io-ts', 'fp-ts'] },
  { folder: 'adapters/storage-sql', name: '@postrider/storage-sql', dependencies: ['knex', 'mysql2'] },
  {
    folder: 'adapters/storage-postgres',
    name: '@postrider/storage-postgres',
    dependencies: ['knex', 'pg'],
  },
  { folder: 'adapters/queue-rabbitmq', name: '@postrider/queue-rabbitmq', dependencies: ['amqplib'] },
  { folder: 'adapters/http-calls', name: '@postrider/http-calls', dependencies: [] },
  { folder: 'hosts/wiring', name: '@postrider/wiring', dependencies: ['inversify', 'pino', 'knex'] },
  { folder: 'hosts/process', name: '@postrider/process', dependencies: [] },
  { folder: 'hosts/web-server', name: '@postrider/web-server', dependencies: [] },
  { folder: 'hosts/console', name: '@postrider/console', dependencies: [] },
  { folder: 'hosts/website', name: '@postrider/website', dependencies: [] },
  { folder: 'hosts/mcp', name: '@postrider/mcp', dependencies: [] },
  { folder: 'hosts/live', name: '@postrider/live', dependencies: [] },
  { folder: 'hosts/http', name: '@postrider/http', dependencies: ['find-my-way', 'inversify', 'knex'] },
  { folder: 'hosts/dispatcher', name: '@postrider/dispatcher', dependencies: [] },
  { folder: 'hosts/cli', name: '@postrider/cli', dependencies: ['commander'] },
  { folder: 'embedding/conformance', name: '@postrider/conformance', dependencies: ['chai'] },
  { folder: 'embedding/nest', name: '@postrider/nest', dependencies: [] },
  { folder: 'clients/node', name: '@postrider/client', dependencies: [] },
  { folder: 'attic/old', name: '@postrider/old', dependencies: [] },
  { folder: 'test', name: '@postrider/test', dependencies: ['chai', 'knex'] },
]

/** The rule that an import in `path` breaks, or undefined if it is allowed. */
const broken = (path: string, specifier: string): string | undefined =>
  importViolations([{ path, imports: [specifier] }], packages)[0]?.rule

const forbidden: readonly (readonly [path: string, specifier: string, rule: RegExp])[] = [
  ['core/src/kernel/ids/id.ts', '../ports/clock.js', /domain does not import ports/],
  ['core/src/otp/domain/guess.ts', '../use-cases/verify.js', /domain does not import use-cases/],
  ['core/src/otp/ports/codes.ts', '../use-cases/verify.js', /ports does not import use-cases/],
  ['core/src/otp/use-cases/verify.ts', '../../postrider.js', /does not import the entry/],
  ['core/src/otp/domain/guess.ts', '../operations/verify.js', /domain does not import use-cases/],
  ['core/src/kernel/batching/queued.ts', '../../otp/domain/guess.js', /kernel does not import otp/],
  ['core/src/otp/domain/guess.ts', '../../ledger/domain/account.js', /otp does not import ledger/],
  [
    'core/src/ledger/use-cases/reconcile.ts',
    '../operations/money/reconciliation.js',
    /ledger does not import ledger\/operations/,
  ],
  ['core/src/templates/operations/drafts.ts', '../../ledger/operations/money/a.js', /does not import ledger/],
  ['core/src/runner/use-cases/run.ts', '../../templates/operations/drafts.js', /runner does not import/],
  ['core/src/otp/use-cases/verify.ts', '../../assembly/implementations.js', /does not import assembly/],
  ['core/src/otp/use-cases/verify.ts', '../../assembly/ports.js', /names the ports that it uses/],
  ['core/src/ledger/operations/money/a.ts', '../../../assembly/ports.js', /names the ports that it uses/],
  ['core/src/runner/use-cases/run.ts', '../../assembly/storage.js', /names the ports that it uses/],
  ['hosts/cli/src/main.ts', '@postrider/core/assembly/ports', /names the ports that it uses/],
  ['core/src/letters/domain/letter.ts', '../../fp.js', /no module of the order/],
  ['core/src/kernel/ids/id.ts', 'node:crypto', /knows nothing of Node/],
  ['core/src/kernel/ids/id.ts', 'crypto', /node:/],
  ['core/src/kernel/ids/id.ts', 'knex', /fp-ts and io-ts only/],
  ['core/src/kernel/ids/id.ts', '@postrider/contracts/errors', /no other package/],
  ['core/src/kernel/ids/id.ts', '@postrider/core/kernel/money', /by its path/],
  ['core/src/kernel/ids/id.ts', 'fp-ts/lib/Either.js', /only core\/src\/fp\.ts/],
  ['core/src/fp.ts', 'fp-ts', /from its files/],
  ['core/src/fp.ts', 'fp-ts/Either', /exists at run time/],
  ['core/src/kernel/ids/id.ts', 'io-ts/Decoder', /exists at run time/],
  ['core/src/otp/use-cases/a.ts', 'inversify', /at home in hosts/],
  ['contracts/src/errors.ts', '@postrider/core/kernel/ports/clock', /domain values/],
  ['contracts/src/errors.ts', '@postrider/core/otp/use-cases/accept', /domain values/],
  ['contracts/src/errors.ts', '@postrider/storage-sql/open', /domain values/],
  ['contracts/src/errors.ts', 'node:fs', /nothing of Node/],
  ['adapters/storage-sql/src/open.ts', '@postrider/queue-rabbitmq/consumer', /never imports another adapter/],
  ['adapters/http-calls/src/a.ts', '@postrider/queue-rabbitmq/consumer', /never imports another adapter/],
  ['adapters/storage-postgres/src/protocol.ts', '@postrider/storage-sql/engine/engine', /own-engine alone/],
  [
    'adapters/queue-rabbitmq/src/consumer.ts',
    '@postrider/storage-sql/own-engine',
    /never imports another adapter/,
  ],
  ['adapters/storage-sql/src/open.ts', '../../queue-rabbitmq/src/consumer.js', /by its name/],
  ['adapters/storage-sql/src/open.ts', '@postrider/wiring/tokens', /core and contracts only/],
  ['adapters/storage-sql/src/open.ts', 'amqplib', /not declared/],
  ['adapters/storage-sql/src/open.ts', 'inversify', /at home in hosts/],
  ['hosts/http/src/main.ts', 'knex', /driver/],
  ['hosts/wiring/src/tokens.ts', 'knex/lib/client', /driver/],
  ['hosts/http/src/main.ts', '@postrider/storage-sql/open', /only hosts\/wiring/],
  ['hosts/cli/src/main.ts', '@postrider/storage-sql/open', /only hosts\/wiring/],
  ['hosts/http/src/main.ts', '@postrider/dispatcher/main', /no other host/],
  ['hosts/wiring/src/tokens.ts', '@postrider/http/main', /wiring imports no host/],
  ['hosts/wiring/src/tokens.ts', '@postrider/web-server/listener', /wiring imports no host/],
  ['hosts/web-server/src/listener.ts', '@postrider/http/main', /no other host/],
  ['hosts/dispatcher/src/main.ts', '@postrider/wiring/compose', /given what wiring makes/],
  ['hosts/web-server/src/hosting/loop.ts', '@postrider/http/main', /no other host/],
  ['hosts/http/src/main.ts', '@postrider/process/hosts-of', /no other host/],
  ['hosts/console/src/main.ts', '@postrider/http/main', /no other host/],
  ['hosts/http/src/main.ts', '@postrider/console/main', /no other host/],
  ['hosts/website/src/website-host.ts', '@postrider/console/main', /no other host/],
  ['hosts/dispatcher/src/main.ts', '@postrider/web-server/listener', /no other host/],
  ['hosts/mcp/src/mcp-endpoint.ts', '@postrider/http/main', /no other host/],
  [
    'hosts/mcp/src/mcp-endpoint.ts',
    '@postrider/core/messaging/use-cases/acceptance/acceptor',
    /nothing that sends/,
  ],
  [
    'hosts/mcp/src/mcp-endpoint.ts',
    '@postrider/core/messaging/domain/messages/message',
    /nothing that sends/,
  ],
  ['hosts/mcp/src/mcp-endpoint.ts', '@postrider/web-server/hosting/compose', /nothing that sends/],
  ['hosts/live/src/live-sockets.ts', '@postrider/console/main', /no other host/],
  ['hosts/http/src/main.ts', '@postrider/live/live-sockets', /no other host/],
  ['hosts/http/src/main.ts', '@postrider/web-server/sites/site/site', /no other host/],
  ['hosts/web-server/src/hosting/loop.ts', '../exchange/endpoint.js', /imports no listener/],
  ['hosts/web-server/src/listener.ts', './sites/site/site.js', /imports no site/],
  ['hosts/live/src/site/site-host.ts', '@postrider/console/main', /no other host/],
  ['hosts/http/src/main.ts', '@postrider/test/builders/fresh', /does not import test/],
  ['core/src/otp/use-cases/a.ts', '@postrider/conformance/outcome', /no other package/],
  ['contracts/src/errors.ts', '@postrider/conformance/outcome', /domain values/],
  ['adapters/storage-sql/src/open.ts', '@postrider/conformance/outcome', /core and contracts only/],
  ['hosts/http/src/main.ts', '@postrider/conformance/outcome', /does not import embedding/],
  ['embedding/conformance/src/a.ts', '@postrider/storage-sql/open', /nothing that it proves/],
  ['embedding/conformance/src/a.ts', '@postrider/http/main', /nothing that it proves/],
  ['embedding/conformance/src/a.ts', 'mocha', /not declared/],
  ['embedding/nest/src/a.ts', '@postrider/test/a', /embedding does not import test/],
  ['clients/node/src/a.ts', '@postrider/core/fp', /clients does not import core/],
  ['clients/node/src/a.ts', '@postrider/contracts/errors', /clients does not import contracts/],
  ['attic/old/src/a.ts', '@postrider/core/fp', /nothing says what attic may import/],
  ['hosts/http/src/main.ts', 'express', /not declared/],
  ['hosts/http/src/main.ts', './server', /ends with \.js/],
  ['hosts/http/src/main.ts', '@postrider/core/dist/fp', /src or dist/],
  ['hosts/http/src/main.ts', '@postrider/nothing/here', /no package/],
  ['hosts/http/src/main.ts', computedSpecifier, /computed/],
  ['elsewhere/src/main.ts', 'chai', /no package/],
]

const allowed: readonly (readonly [path: string, specifier: string])[] = [
  ['core/src/fp.ts', 'fp-ts/lib/Either.js'],
  ['core/src/kernel/ids/id.ts', '../../fp.js'],
  ['core/src/kernel/ids/id.ts', 'io-ts'],
  ['core/src/kernel/ports/clock.ts', '../time/epoch-ms.js'],
  ['core/src/otp/use-cases/verify.ts', '../../kernel/ports/clock.js'],
  ['core/src/otp/use-cases/verify.ts', '../../assembly/unit-of-work.js'],
  ['core/src/runner/use-cases/implementation.ts', '../../assembly/ports.js'],
  ['core/src/postrider.ts', './assembly/ports.js'],
  ['hosts/wiring/src/tokens.ts', '@postrider/core/assembly/storage'],
  ['core/src/ledger/domain/account.ts', '../../otp/domain/guess.js'],
  ['core/src/ledger/operations/money/reconciliation.ts', '../../../runner/use-cases/run.js'],
  ['core/src/postrider.ts', './otp/use-cases/verify.js'],
  ['contracts/src/errors.ts', '@postrider/core/ledger/operations/money/shapes'],
  ['contracts/src/errors.ts', '@postrider/core/kernel/refusals/refusal'],
  ['contracts/src/errors.ts', '@postrider/core/fp'],
  ['contracts/src/errors.ts', 'io-ts'],
  ['adapters/storage-sql/src/open.ts', 'mysql2/promise'],
  ['adapters/storage-sql/src/open.ts', 'node:worker_threads'],
  ['adapters/storage-sql/src/open.ts', '@postrider/core/assembly/storage'],
  ['adapters/queue-rabbitmq/src/consumer.ts', '@postrider/http-calls/send-request'],
  ['adapters/storage-postgres/src/protocol.ts', '@postrider/storage-sql/own-engine'],
  ['hosts/wiring/src/tokens.ts', '@postrider/storage-sql/open'],
  ['hosts/http/src/main.ts', '@postrider/web-server/hosting/loop'],
  ['hosts/wiring/src/log.ts', '@postrider/web-server/hosting/host-log'],
  ['hosts/process/src/hosts-of.ts', '@postrider/wiring/compose'],
  ['hosts/process/src/hosts-of.ts', '@postrider/http/http-host'],
  ['hosts/process/src/operations-port.ts', '@postrider/web-server/listener'],
  ['hosts/cli/src/main.ts', '@postrider/wiring/tokens'],
  ['hosts/http/src/main.ts', '@postrider/web-server/listener'],
  ['hosts/console/src/main.ts', '@postrider/web-server/listener'],
  ['hosts/mcp/src/mcp-endpoint.ts', '@postrider/web-server/listener'],
  ['hosts/mcp/src/mcp-endpoint.ts', '@postrider/core/assembly/registry'],
  ['hosts/console/src/main.ts', '@postrider/live/site/site-host'],
  ['hosts/website/src/website-host.ts', '@postrider/live/site/site-host'],
  ['hosts/web-server/src/listener.ts', './hosting/host-log.js'],
  ['hosts/web-server/src/sites/forms/a.ts', '../../exchange/endpoint.js'],
  ['hosts/http/src/main.ts', 'inversify'],
  ['hosts/cli/src/main.ts', '@postrider/http/main'],
  ['embedding/conformance/src/a.ts', '@postrider/core/messaging/ports/queue'],
  ['embedding/conformance/src/a.ts', '@postrider/storage-sql/own-engine'],
  ['embedding/conformance/src/a.ts', 'chai'],
  ['embedding/nest/src/a.ts', '@postrider/http/main'],
  ['test/src/a.test.ts', '@postrider/cli/main'],
  ['test/src/a.test.ts', 'knex'],
]

describe('The rules of import', () => {
  for (const [path, specifier, rule] of forbidden)
    it(`forbid ${specifier} in ${path}`, () => expect(broken(path, specifier)).to.match(rule))

  for (const [path, specifier] of allowed)
    it(`allow ${specifier} in ${path}`, () => expect(broken(path, specifier)).to.equal(undefined))

  it('name the file and the import', () => {
    const module = { path: 'core/src/otp/domain/a.ts', imports: ['io-ts', 'knex'] }
    expect(importViolations([module], packages)).to.deep.equal([
      { path: 'core/src/otp/domain/a.ts', specifier: 'knex', rule: 'the core imports fp-ts and io-ts only' },
    ])
  })
})

describe('Reading imports', () => {
  it('finds every form of import', () => {
    const text = `
      import a from 'one'
      import type { B } from 'two'
      import 'three'
      export { c } from 'four'
      export * as d from 'five'
      const e = await import('six')
      type F = import('seven').F
      const g = require('eight')
      import h = require('nine')
      const i = await import(\`ten\`)
      const j = await import(a)
    `
    const expected = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
    expect(readImports({ path: 'a.ts', text })).to.deep.equal([...expected, computedSpecifier])
  })

  it('ignores texts and comments', () => {
    const text = "// import a from 'one'\nconst b = \"import c from 'two'\""
    expect(readImports({ path: 'a.ts', text })).to.deep.equal([])
  })
})

describe('The modules of this repository', () => {
  const modules = packageSources().map((file) => ({ path: file.path, imports: readImports(file) }))

  it('were found, with their imports', () => {
    const folders = new Set(modules.map(({ path }) => path.split('/')[0]))
    expect([...folders]).to.have.members([
      'core',
      'contracts',
      'adapters',
      'hosts',
      'embedding',
      'clients',
      'web',
      'test',
      'bench',
    ])
    expect(modules.flatMap(({ imports }) => imports).length).to.be.greaterThan(modules.length)
  })

  it('keep the rules of import', () => {
    const lines = importViolations(modules, readPackages()).map(
      ({ path, specifier, rule }) => `${path} imports ${specifier}: ${rule}`,
    )
    if (lines.length > 0) expect.fail(`\n${lines.join('\n')}`)
  })
})
