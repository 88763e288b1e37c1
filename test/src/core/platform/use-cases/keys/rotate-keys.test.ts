import { expect } from 'chai'
import { sealedVariablesContext } from '@postrider/core/kernel/messages/sealed-variables'
import { E } from '@postrider/core/fp'
import type { SealedCount } from '@postrider/core/platform/ports/key-storage'
import { rotateKeys } from '@postrider/core/platform/use-cases/keys/rotate-keys'
import { secretsContext } from '@postrider/core/providers/use-cases/account-secrets'
import { mariadbOpener, sqliteOpener } from '../../../../adapters/storage-sql/open-databases.js'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { aTenant, recordsOf } from '@postrider/conformance/builders/a-tenant'
import { fresh } from '@postrider/conformance/builders/fresh'
import { left, opened, right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import type { OpenedStorage } from '@postrider/conformance/storage'
import { aKey, ORDER, type Process, processOn } from './some-keys.js'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

const aUserOrder = (password?: string) => ({
  ...ORDER,
  email: `${fresh.hex(12)}@example.org`,
  displayName: 'Asha',
  password,
})

for (const [engine, open] of engines)
  describe(`A change of the master key on ${engine}`, () => {
    const [first, second, third] = [aKey(), aKey(), aKey()]
    let at: OpenedStorage

    beforeEach(async () => {
      at = await open('made')
      await right(at.storage.health.migrate())
    })
    afterEach(() => at.close())

    const countsOf = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
      const counts: readonly SealedCount[] = await right(at.storage.keys.counts())
      return Object.fromEntries(
        [first, second, third].map(({ id }) => [
          id,
          counts
            .filter(({ keyId }) => keyId === id)
            .map(({ kind, count }) => `${kind} ${count}`)
            .sort(),
        ]),
      )
    }

    /** Seals one of everything: an account's secrets, a second factor, a message's variables, an email. */
    const sealSome = async ({ ports, postrider }: Process, keyId: string) => {
      const tenant = aTenant()
      const { providerAccountId } = tenant.providerAccount
      const sealedSecrets = ports.keyRing.seal('{"password":"x"}', secretsContext(providerAccountId), keyId)
      const providerAccount = { ...tenant.providerAccount, sealedSecrets }
      await right(at.storage.catalog.save(recordsOf({ ...tenant, providerAccount })))
      const messageId = fresh.id('msg')
      const sealedVariables = ports.keyRing.seal('{"code":"1"}', sealedVariablesContext(messageId), keyId)
      await acceptPaid(at.storage, aMessage({ messageId, sealedVariables }))
      await right(postrider.createSuperAdmin(aUserOrder('correct horse battery staple')))
      await right(postrider.createUser(aUserOrder()))
      return { providerAccountId, messageId }
    }
    const ONE_OF_EACH = ['mail 1', 'message 1', 'provider account 1', 'second factor 1']

    it('waits for `keys rotate`: until then every process seals with the named key', async () => {
      const old = processOn(at, first)
      expect(await right(old.postrider.claimSealingKey())).to.deep.equal({
        _tag: 'Claimed',
        sealing: first.id,
      })
      const changed = processOn(at, second, first)
      expect(await right(changed.postrider.claimSealingKey())).to.deep.equal({
        _tag: 'Claimed',
        sealing: first.id,
      })
      await sealSome(changed, first.id)
      expect(await countsOf()).to.deep.equal({ [first.id]: ONE_OF_EACH, [second.id]: [], [third.id]: [] })
      expect(await right(processOn(at, third).postrider.claimSealingKey())).to.deep.equal({
        _tag: 'Missing',
        sealing: first.id,
      })
    })

    it('seals everything with the new key, and excludes processes without it', async () => {
      const old = processOn(at, first)
      await right(old.postrider.claimSealingKey())
      const { providerAccountId, messageId } = await sealSome(old, first.id)
      const changed = processOn(at, second, first)
      const steps: string[] = []
      const rotated = await right(changed.postrider.rotateKeys(ORDER, ({ _tag }) => void steps.push(_tag)))
      expect(rotated).to.deep.include({ keyId: second.id, texts: 4, left: [] })
      expect([...new Set(steps)]).to.deep.equal(['Named', 'EraOpened', 'SealedAnew', 'IndexedAnew'])
      const { generations } = (await right(at.storage.search.status())).value
      expect(generations.map(({ keyId }) => keyId)).to.deep.equal([second.id])
      expect(await countsOf()).to.deep.equal({ [first.id]: [], [second.id]: ONE_OF_EACH, [third.id]: [] })
      const alone = processOn(at, second).ports.keyRing
      const [account] = (await right(at.storage.catalog.providerAccounts())).filter(
        (one) => one.providerAccountId === providerAccountId,
      )
      expect(opened(alone.open(account?.sealedSecrets ?? '', secretsContext(providerAccountId)))).to.equal(
        '{"password":"x"}',
      )
      const [sealed] = await right(at.storage.keys.sealedOtherwise('message', first.id, undefined, 10))
      expect(opened(alone.open(sealed?.sealed ?? '', sealedVariablesContext(messageId)))).to.equal(
        '{"code":"1"}',
      )
      const refused = await left(old.postrider.createUser(aUserOrder()))
      expect(refused).to.deep.include({ _tag: 'StorageUnavailable' })
      expect(JSON.stringify(refused)).to.contain(second.id)
      const { checks } = await old.postrider.checkReadiness()
      expect(checks.find(({ name }) => name === 'keys')?.status).to.equal('fail')
      const { checks: others } = await changed.postrider.checkReadiness()
      expect(others.find(({ name }) => name === 'keys')?.status).to.equal('pass')
    })

    it('continues where it was interrupted, and does nothing the second time', async () => {
      const old = processOn(at, first)
      await right(old.postrider.claimSealingKey())
      await sealSome(old, first.id)
      const { ports, postrider } = processOn(at, second, first)
      let replaced = 0
      const keys: typeof at.storage.keys = {
        ...at.storage.keys,
        replaceSealed: (...args) => {
          replaced += 1
          return replaced < 3
            ? at.storage.keys.replaceSealed(...args)
            : async () => E.left({ _tag: 'StorageUnavailable', cause: 'a power cut' })
        },
      }
      const cut = rotateKeys({ ...ports, storage: { ...at.storage, keys } })
      expect(await left(cut(ORDER, () => undefined))).to.deep.include({ cause: 'a power cut' })
      const again = await right(postrider.rotateKeys(ORDER, () => undefined))
      expect(again).to.deep.include({ texts: 2, left: [] })
      const { keyVersions } = await right(at.storage.keys.status())
      expect(
        keyVersions.map(({ keyId, closedAtMs, finishedAtMs }) => [
          keyId,
          closedAtMs !== undefined,
          finishedAtMs !== undefined,
        ]),
      ).to.deep.equal([
        [first.id, true, false],
        [second.id, false, true],
      ])
      const idle = await right(postrider.rotateKeys(ORDER, () => undefined))
      expect(idle).to.deep.include({ texts: 0, chains: 0, left: [] })
    })

    it('reports the data that stays encrypted with a missing key', async () => {
      const old = processOn(at, first)
      await right(old.postrider.claimSealingKey())
      await sealSome(processOn(at, first, third), third.id)
      const rotated = await right(processOn(at, second, first).postrider.rotateKeys(ORDER, () => undefined))
      const lost = [
        { kind: 'provider account', keyId: third.id, count: 1 },
        { kind: 'message', keyId: third.id, count: 1 },
      ]
      expect(rotated.left).to.have.deep.members(lost)
      const { keyVersions } = await right(at.storage.keys.status())
      expect(keyVersions.find(({ keyId }) => keyId === second.id)?.finishedAtMs).to.equal(undefined)
    })

    it('never names a closed key again', async () => {
      await right(processOn(at, first).postrider.claimSealingKey())
      await right(processOn(at, second, first).postrider.rotateKeys(ORDER, () => undefined))
      const back = processOn(at, first, second).postrider.rotateKeys(ORDER, () => undefined)
      expect(await left(back)).to.deep.include({ _tag: 'Conflict' })
    })

    it("doesn't start in a database whose secrets are sealed with missing keys", async () => {
      const old = processOn(at, first)
      await sealSome(old, first.id)
      expect(await right(processOn(at, second).postrider.claimSealingKey())).to.deep.equal({
        _tag: 'Foreign',
        keyIds: [first.id],
      })
      expect((await right(at.storage.keys.status())).sealing).to.equal(undefined)
    })

    it('is verified by the audit log, key by key', async () => {
      const old = processOn(at, first)
      await right(old.postrider.claimSealingKey())
      await sealSome(old, first.id)
      const changed = processOn(at, second, first)
      await right(changed.postrider.rotateKeys(ORDER, () => undefined))
      await right(changed.postrider.createUser(aUserOrder()))
      const verdicts = async (process: Process) =>
        (await right(process.postrider.verifyAudit())).map(({ finding }) => finding?.verdict)
      expect(await verdicts(changed)).to.deep.equal([undefined])
      expect(await verdicts(processOn(at, second))).to.deep.equal(['unknown_key'])
      const [chain] = await right(processOn(at, second).postrider.verifyAudit())
      expect(chain?.finding?.sentence).to.contain(first.id)
    })
  })
