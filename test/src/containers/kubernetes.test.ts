import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { parseAllDocuments } from 'yaml'
import { E } from '@postrider/core/fp'
import { parseSettings, type Settings } from '@postrider/wiring/settings'
import { repositoryRoot } from '../architecture/source-files.js'
import { endCommands, startPostrider } from '../hosts/cli/run-postrider.js'
import { readBlocks } from '../readme/read-blocks.js'
import { freePort } from '../servers/free-port.js'
import { freshDirectory } from '../servers/run-directory.js'
import { readStages } from './image-plan.js'
import { settingsThatExist } from './settings-that-exist.js'

interface Port {
  readonly name: string
  readonly containerPort: number
}

interface Container {
  readonly image: string
  readonly args: readonly string[]
  readonly ports?: readonly Port[]
  readonly readinessProbe?: { readonly httpGet: { readonly path: string; readonly port: string } }
  readonly livenessProbe?: { readonly tcpSocket: { readonly port: string } }
  readonly volumeMounts: ReadonlyArray<{ readonly name: string; readonly mountPath: string }>
}

interface Pod {
  readonly terminationGracePeriodSeconds?: number
  readonly containers: readonly [Container]
  readonly volumes: ReadonlyArray<{ readonly name: string }>
}

type Labels = Readonly<Record<string, string>>

/** A manifest with the fields that this test reads. */
interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly data?: Labels
  readonly spec?: {
    readonly selector?: Labels & { readonly matchLabels?: Labels }
    readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod }
    readonly ports?: ReadonlyArray<{ readonly targetPort: string }>
    readonly ingress?: ReadonlyArray<{ readonly ports: ReadonlyArray<{ readonly port: number }> }>
  }
}

const page = readFileSync(join(repositoryRoot, 'docs/kubernetes.md'), 'utf8')

const manifests = readBlocks(page)
  .filter(({ language }) => language === 'yaml')
  .flatMap(({ text }) => parseAllDocuments(text))
  .map((document) => {
    expect(document.errors).to.deep.equal([])
    return document.toJS() as Manifest
  })

const ofKind = (kind: string): readonly Manifest[] => manifests.filter((one) => one.kind === kind)

const podOf = ({ metadata, spec }: Manifest): Pod => {
  if (spec?.template === undefined) throw new Error(`${metadata.name} has no pod`)
  return spec.template.spec
}

/** The port at which each host listens, without settings of the manifests. */
const portOf = (settings: Settings, name: string): number | undefined =>
  ({ http: settings.httpPort, console: settings.consolePort, website: settings.websitePort })[name]

/** The settings of the ConfigMap, with secrets in a folder of the test instead of the mounted one. */
const readSettings = async (): Promise<Settings> => {
  const folder = await freshDirectory('kubernetes')
  mkdirSync(folder, { recursive: true })
  const secrets = {
    'master-key': Buffer.alloc(32, 1).toString('base64'),
    'storage-url': 'mysql://postrider:secret@db/postrider?ssl=true',
    'queue-url': 'amqps://postrider:secret@broker',
    'attachments-url': 's3://key:secret@bucket.example.com/attachments?region=eu-1',
    'mail-url': 'smtp://postrider:secret@mail.example.com:587',
  }
  for (const [name, text] of Object.entries(secrets)) writeFileSync(join(folder, name), text)
  const [map] = ofKind('ConfigMap')
  const environment = Object.fromEntries(
    Object.entries(map?.data ?? {}).map(([name, value]) => [
      name,
      value.replace('/run/secrets/postrider', folder),
    ]),
  )
  const created = /--from-file=(\S+)/g
  expect([...page.matchAll(created)].map(([, name]) => name)).to.have.members(Object.keys(secrets))
  const settings = parseSettings(environment)
  if (E.isLeft(settings)) throw new Error(JSON.stringify(settings.left))
  return settings.right
}

describe('docs/kubernetes.md', () => {
  afterEach(endCommands)

  it('has a Deployment for each host, and a Job that migrates, in one namespace', () => {
    const args = ofKind('Deployment').flatMap((one) => podOf(one).containers[0].args)
    expect(args).to.have.members(['http', 'dispatcher', 'console', 'website'])
    expect(ofKind('Job').flatMap((one) => podOf(one).containers[0].args)).to.deep.equal(['migrate'])
    const [namespace] = ofKind('Namespace')
    for (const { kind, metadata } of manifests)
      if (kind !== 'Namespace') expect(metadata.namespace, metadata.name).to.equal(namespace?.metadata.name)
  })

  it('names existing settings and the ports at which the hosts listen', async () => {
    const known = settingsThatExist()
    const [map] = ofKind('ConfigMap')
    expect(Object.keys(map?.data ?? {}).filter((name) => !known.has(name))).to.deep.equal([])
    const settings = await readSettings()
    expect(settings.unknown).to.deep.equal([])
    for (const deployment of ofKind('Deployment')) {
      const { args, ports = [] } = podOf(deployment).containers[0]
      const shown = Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort]))
      const web = portOf(settings, args[0] ?? '')
      expect(shown, deployment.metadata.name).to.deep.equal({
        ...(web === undefined ? {} : { web }),
        operations: settings.metricsPort,
      })
    }
    const open = ofKind('NetworkPolicy').flatMap(({ spec }) =>
      (spec?.ingress ?? []).flatMap(({ ports }) => ports.map(({ port }) => port)),
    )
    const { httpPort, consolePort, websitePort, metricsPort } = settings
    expect(open).to.deep.equal([httpPort, consolePort, websitePort, metricsPort])
  })

  it('selects existing pods with its services and budgets, and mounts only existing volumes', () => {
    const labels = ofKind('Deployment').map(({ spec }) => spec?.template?.metadata.labels['app'])
    for (const { metadata, spec } of [...ofKind('Service'), ...ofKind('PodDisruptionBudget')]) {
      const app = spec?.selector?.matchLabels?.['app'] ?? spec?.selector?.['app']
      expect(labels, metadata.name).to.include(app)
    }
    for (const one of [...ofKind('Deployment'), ...ofKind('Job')]) {
      const { containers, volumes } = podOf(one)
      const names = volumes.map(({ name }) => name)
      expect(containers[0].volumeMounts.map(({ name }) => name)).to.deep.equal(names)
      const folders = readStages().flatMap(({ steps }) =>
        steps.flatMap((step) => (step._tag === 'Volume' ? step.values : [])),
      )
      for (const folder of folders)
        expect(containers[0].volumeMounts.map(({ mountPath }) => mountPath)).to.include(folder)
    }
  })

  it('has the version of this repository', () => {
    const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
      readonly version: string
    }
    for (const one of [...ofKind('Deployment'), ...ofKind('Job')])
      expect(podOf(one).containers[0].image).to.match(new RegExp(`/postrider:${version}$`))
    for (const { metadata } of ofKind('Job'))
      expect(metadata.name).to.equal(`postrider-migrate-${version.replaceAll('.', '-')}`)
  })

  it('probes a path that a process serves, and waits longer than a process needs to end', async () => {
    const probes = ofKind('Deployment').map((one) => podOf(one))
    const port = await freePort()
    const process = startPostrider(['start'], {
      POSTRIDER_DATA_DIR: await freshDirectory('probed'),
      POSTRIDER_METRICS_PORT: String(port),
      POSTRIDER_DRAIN_PAUSE_MS: String(ofKind('ConfigMap')[0]?.data?.['POSTRIDER_DRAIN_PAUSE_MS']),
    })
    await process.logged('serving')
    for (const { containers } of probes) {
      const [{ readinessProbe, livenessProbe }] = containers
      expect([readinessProbe?.httpGet.port, livenessProbe?.tcpSocket.port]).to.deep.equal([
        'operations',
        'operations',
      ])
      const response = await fetch(`http://127.0.0.1:${port}${readinessProbe?.httpGet.path}`)
      expect(response.status).to.equal(200)
    }
    const endedFrom = Date.now()
    process.process.kill('SIGTERM')
    expect(await process.exitCode).to.equal(0)
    const seconds = (Date.now() - endedFrom) / 1000
    for (const { terminationGracePeriodSeconds = 0 } of probes) {
      expect(terminationGracePeriodSeconds).to.be.at.least(25)
      expect(seconds).to.be.lessThan(terminationGracePeriodSeconds)
    }
  })
})
