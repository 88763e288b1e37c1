import { expect } from 'chai'
import { ed25519Signatures } from '@postrider/node/auth/ed25519-signatures'
import { linesOf, signedText } from '@postrider/core/ledger/domain/signed-heads'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { checkHeads } from '@postrider/core/ledger/use-cases/check-heads'
import { getLedgerKey } from '@postrider/core/ledger/use-cases/get-ledger-key'
import { signHeads } from '@postrider/core/ledger/use-cases/sign-heads'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { right } from '@postrider/conformance/outcome'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { anAccount } from '@postrider/conformance/builders/an-account'
import { fresh } from '@postrider/conformance/builders/fresh'
import { secretPorts } from '../../../builders/secret-ports.js'
import { useStorage } from '@postrider/conformance/storage'
import { aWorld } from '../../fakes/world.js'

for (const [engine, open] of [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const)
  describe(`Signed heads of the ledger on ${engine}`, () => {
    const at = useStorage(open, 'test')
    const aLedger = () => {
      const world = aWorld()
      const { keyRing } = secretPorts(new Map())
      const ports = { ...world.ports, storage: at.storage, keyRing }
      return { ...world, ports, sign: signHeads(ports), check: checkHeads(ports) }
    }

    it('are signed once an hour, kept as digests in the audit chain, and can be verified by anyone', async () => {
      await acceptPaid(at.storage)
      const { sign, ports, time } = aLedger()
      const [line, ...others] = await right(sign())
      expect(others).to.deep.equal([])
      expect(line?.heads).to.have.length.greaterThan(0)
      expect(await right(sign())).to.deep.equal([])
      const { publicKey, installationId } = await right(getLedgerKey(ports)())
      expect(line?.installationId).to.equal(installationId)
      expect(line && ed25519Signatures.verifies(signedText(line), line.signature, publicKey ?? '')).to.equal(
        true,
      )
      const [entry] = await right(at.storage.audit.chain(undefined, 0, 9))
      expect(entry).to.deep.include({ action: 'ledger.heads', target: 'ledger' })
      await time.advance(HOUR_MS)
      expect(await right(sign())).to.have.length(1)
    })

    it('match a ledger that continued, and not one that was truncated or rewritten', async () => {
      const { message } = await acceptPaid(at.storage)
      const { sign, check } = aLedger()
      const [line] = await right(sign(true))
      const logged = [undefined, { msg: 'something else' }, { msg: 'ledger heads', ledgerHeads: line }]
      await acceptPaid(at.storage, { organizationId: message.organizationId })
      const sound = await right(check(logged, undefined))
      expect(sound).to.deep.equal({ lines: 1, heads: line?.heads.length, findings: [] })
      const { publicKey, privateKey } = ed25519Signatures.newPair()
      const claimed = (
        change: (head: readonly [string, number, string]) => readonly [string, number, string],
      ) => {
        const { signature: _, ...content } = line ?? {
          signature: '',
          installationId: '',
          at: '',
          part: 1,
          parts: 1,
          heads: [],
        }
        const heads = content.heads.map(change)
        return {
          ...content,
          heads,
          signature: ed25519Signatures.sign(signedText({ ...content, heads }), privateKey),
        }
      }
      const later = await right(
        check([claimed(([account, seq, digest]) => [account, seq + 90, digest])], publicKey),
      )
      expect(later.findings[0]).to.match(/event \d+ no longer exists$/)
      const other = await right(
        check([claimed(([account, seq]) => [account, seq, fresh.hex(64)])], publicKey),
      )
      expect(other.findings[0]).to.match(/event \d+ has changed$/)
      const forged = await right(check([claimed((head) => head)], undefined))
      expect(forged.findings[0]).to.match(/not signed with this key$/)
    })
  })

describe('Lines of signed heads', () => {
  it('have a bounded size, for any number of accounts', () => {
    const accounts = Array.from({ length: 120 }, () => anAccount({ version: 3, headDigest: fresh.hex(64) }))
    const lines = linesOf(
      [...accounts, anAccount({ version: 0 })],
      fresh.hex(32),
      new Date(NOW_MS).toISOString(),
    )
    expect(lines.map(({ heads }) => heads.length)).to.deep.equal([50, 50, 20])
    expect(lines.map(({ part, parts }) => `${part}/${parts}`)).to.deep.equal(['1/3', '2/3', '3/3'])
  })
})
