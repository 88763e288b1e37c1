import { isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import fc from 'fast-check'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { verifyAudit } from '@postrider/core/audit/use-cases/verify-audit'
import { secretPorts } from '../../../builders/secret-ports.js'
import { right } from '@postrider/conformance/outcome'
import { faultyStorage } from '../../fakes/faulty-storage.js'
import { writeSomeChains } from './some-chains.js'
import { type AuditLog, inOrder, isStorable, storedLog, tampering } from './tampered-log.js'

const TAMPERINGS = 5_000

describe('Verifying the audit log', () => {
  const { keyedDigests } = secretPorts(new Map())
  const memory = faultyStorage()
  let log: AuditLog
  before(async () => {
    await writeSomeChains(memory.storage, keyedDigests)
    log = { entries: inOrder(memory.tables.audit), heads: await right(memory.storage.audit.heads(0, 10)) }
  })

  const findings = async (found: AuditLog): Promise<readonly string[]> => {
    const storage = { ...memory.storage, audit: storedLog(found) }
    const chains = await right(verifyAudit({ storage, keyedDigests })())
    return chains.flatMap(({ head, finding }) =>
      finding === undefined ? [] : `${head.organizationId ?? 'the platform'}: ${finding.sentence}`,
    )
  }

  it('finds unmodified chains sound', async () => {
    expect(log.heads.map(({ seq }) => seq)).to.deep.equal([6, 9, 9])
    expect(await findings(log)).to.deep.equal([])
  })

  it(`detects every one of ${TAMPERINGS} tamperings`, async () => {
    const isChange = (entries: AuditLog['entries']): boolean =>
      !isDeepStrictEqual(inOrder(entries), log.entries)
    await fc.assert(
      fc.asyncProperty(tampering(log), async ({ entries }) => {
        fc.pre(isChange(entries) && isStorable({ entries }))
        expect(await findings({ ...log, entries })).not.to.deep.equal([])
      }),
      { numRuns: TAMPERINGS },
    )
  }).timeout(MINUTE_MS)

  it('detects a head that was reset, changed or removed while the entries stay', async () => {
    const [platform, first, second] = log.heads
    if (platform === undefined || first === undefined || second === undefined) throw new Error('no heads')
    const earlier = log.entries.find(({ organizationId, seq }) => organizationId === undefined && seq === 3)
    const putBack = { ...platform, seq: 3, digest: earlier?.digest ?? '' }
    expect(await findings({ ...log, heads: [putBack, first, second] })).to.deep.equal([
      'the platform: entry 6 is after the end that its head names',
    ])
    expect(
      await findings({ ...log, heads: [{ ...platform, digest: first.digest }, first, second] }),
    ).to.deep.equal(['the platform: its last entry does not match its head'])
    expect(await findings({ ...log, heads: [platform, second] })).to.deep.equal([
      `${first.organizationId}: entries up to 9 have no head`,
    ])
  })

  it("doesn't report entries that are written meanwhile as tampering", async () => {
    const { audit } = memory.storage
    const busy = {
      ...audit,
      ends:
        (...args: Parameters<typeof audit.ends>) =>
        async () => {
          const read = await audit.ends(...args)()
          await writeSomeChains(memory.storage, keyedDigests)
          return read
        },
    }
    const chains = await right(verifyAudit({ storage: { ...memory.storage, audit: busy }, keyedDigests })())
    expect(chains.map(({ head, finding }) => [head.seq, finding])).to.deep.equal([
      [12, undefined],
      ...Array.from({ length: 4 }, () => [9, undefined]),
    ])
  })

  it('reports that storage is unavailable', async () => {
    for (const call of ['auditEnds', 'auditHeads', 'auditChain']) {
      memory.faults.plan(call, 'away')
      expect(E.isLeft(await verifyAudit({ storage: memory.storage, keyedDigests })()()), call).to.equal(true)
    }
  })
})
